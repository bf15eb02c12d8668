// The rules files of the reader, kept in the browser: what was written, and what came with a link and was accepted. A text is
// never written over by another one: what is opened or begun is put beside it.

const DRAFTS = "superko-drafts";
const ACCEPTED = "superko-accepted";
/** How many texts of each kind are kept; the oldest go first. */
const MOST = 40;

export interface Kept {
  id: string;
  text: string;
  /** The last of its texts without a fault; empty if there was none. It is what the address carries. */
  sound: string;
  /** The ruleset that it was begun from, beside which it is solved. */
  from: string;
}

export class Drafts {
  private kept: Kept[];
  private readonly accepted: string[];
  private readonly dropped = new Set<string>();
  /** The texts that were worked on since the page was opened. */
  private readonly seen = new Set<string>();

  constructor(private readonly storage: Pick<Storage, "getItem" | "setItem"> | null = browsers()) {
    this.kept = this.read(DRAFTS).filter(isKept);
    this.accepted = this.read(ACCEPTED).filter((each): each is string => typeof each === "string");
  }

  /** The texts, the one that was worked on last first. */
  all(): readonly Kept[] {
    return this.kept;
  }

  /** Takes up a text: one that is here already, or a new one. It comes first. */
  begin(text: string, from: string): Kept {
    const known = this.kept.findIndex((each) => each.text === text || each.sound === text);
    const draft = known < 0 ? { id: `${Date.now()}.${Math.random()}`, text, sound: "", from } : this.kept.splice(known, 1)[0]!;
    this.kept.unshift(draft);
    this.seen.add(text);
    this.keep();
    return draft;
  }

  /** The text that is worked on, as it is now. */
  change(draft: Kept, text: string): void {
    draft.text = text;
    this.keep();
  }

  /** Notes that a text of a draft has no fault. */
  found(draft: Kept, sound: string): void {
    draft.sound = sound;
    this.seen.add(sound);
    this.keep();
  }

  /** Forgets a text that was begun and not changed. */
  drop(draft: Kept): void {
    this.kept = this.kept.filter((each) => each !== draft);
    this.dropped.add(draft.id);
    this.keep();
  }

  /** Whether a text may be used without asking: the reader wrote it here, or accepted it. */
  mayUse(text: string): boolean {
    return this.seen.has(text) || this.accepted.includes(text) || this.kept.some((each) => each.text === text || each.sound === text);
  }

  accept(text: string): void {
    if (this.mayUse(text)) return;
    this.accepted.unshift(text);
    this.accepted.length = Math.min(this.accepted.length, MOST);
    this.write(ACCEPTED, this.accepted);
  }

  /** Keeps the texts, with those that the page in another window has kept meanwhile. */
  private keep(): void {
    const ids = new Set(this.kept.map(({ id }) => id));
    const others = this.read(DRAFTS).filter(isKept).filter(({ id }) => !ids.has(id) && !this.dropped.has(id));
    this.kept = [...this.kept, ...others].slice(0, MOST);
    this.write(DRAFTS, this.kept);
  }

  private read(key: string): unknown[] {
    try {
      const list: unknown = JSON.parse(this.storage?.getItem(key) ?? "[]");
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  }

  private write(key: string, list: readonly unknown[]): void {
    try {
      this.storage?.setItem(key, JSON.stringify(list));
    } catch {
      // A browser that keeps nothing forgets it when the page is closed.
    }
  }
}

function isKept(each: unknown): each is Kept {
  const parts = each as Partial<Record<keyof Kept, unknown>> | null;
  return [parts?.id, parts?.text, parts?.sound, parts?.from].every((part) => typeof part === "string");
}

function browsers(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

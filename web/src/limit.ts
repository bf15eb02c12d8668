// What is said where a search was stopped.

/** What stopped a search, as the end of a sentence; with what there is to say of the limit of memory, if it was that. */
export function stoppedBy(stopped: string, limit: string): string {
  return stopped === "the memory limit" && limit !== "" ? `${stopped}. ${limit}` : `${stopped}.`;
}

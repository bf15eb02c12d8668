// How much room the panels have, and whether the page is on a phone.

import { type RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Room } from "./sizes";

/** The width from which the page is laid out for a pointer. */
const PHONE = 600;

export function usePhone(): boolean {
  const [phone, setPhone] = useState(() => innerWidth <= PHONE);
  useLayoutEffect(() => {
    const onSize = () => setPhone(innerWidth <= PHONE);
    window.addEventListener("resize", onSize);
    return () => window.removeEventListener("resize", onSize);
  }, []);
  return phone;
}

/** The room of an element: its width, and the height of the window below its top. */
export function useRoom(element: RefObject<HTMLElement>, phone: boolean): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (!box) return;
      // Where the page is scrolled, and what stands above can come and go, does not change the size of the boards.
      const top = Math.min(box.top + scrollY, 240);
      const next = { width: Math.floor(box.width), height: innerHeight - Math.round(top), phone };
      setRoom((is) => (is && is.width === next.width && is.height === next.height && is.phone === phone ? is : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (element.current) observer.observe(element.current);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [element, phone]);
  return room;
}

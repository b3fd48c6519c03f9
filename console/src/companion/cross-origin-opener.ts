/** What a window knows of who opened it. */
interface OpenerInfo<W> {
  opener: W | null;
  /** document.referrer: a window may not ask its opener where it is. */
  referrer: string;
  /** The window's own origin. */
  ownOrigin: string;
}

/** The window that opened this one from another origin; null where there is none, or where it does not say from where. */
export function crossOriginOpener<W>({ opener, referrer, ownOrigin }: OpenerInfo<W>): { opener: W; origin: string } | null {
  if (opener === null || !URL.canParse(referrer)) return null;
  const { origin } = new URL(referrer);
  return origin === ownOrigin ? null : { opener, origin };
}

/** Facts that a window has about its opener. */
interface OpenerInfo<W> {
  opener: W | null;
  /** document.referrer, because a window cannot read its opener's location. */
  referrer: string;
  /** Origin of the window itself. */
  ownOrigin: string;
}

/** Returns the window of another origin that opened this one. Returns null if there is none or its origin is unknown. */
export function crossOriginOpener<W>({ opener, referrer, ownOrigin }: OpenerInfo<W>): { opener: W; origin: string } | null {
  if (opener === null || !URL.canParse(referrer)) return null;
  const { origin } = new URL(referrer);
  return origin === ownOrigin ? null : { opener, origin };
}

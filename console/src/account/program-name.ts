import Bowser from "bowser";

/** Returns the browser and the system of a User-Agent header, such as "Firefox, Linux", or the program's own name. */
export function programName(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].filter(Boolean);
  return known.length > 0 ? known.join(", ") : (userAgent.split(/[/ ]/)[0] ?? userAgent);
}

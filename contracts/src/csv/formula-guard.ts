/**
 * Guard against formulas in text that spreadsheets open (OWASP, "CSV Injection"). A spreadsheet reads a formula at the beginning of
 * a cell, after blanks too. Where its list separator is the semicolon, it divides our comma-separated values there, so every part
 * of a text may become a cell. An apostrophe before the sign makes it text. Other programs write apostrophes too, so ours has an
 * invisible mark: a file that is uploaded loses those with the mark and keeps all others. A negative number is no formula, so that
 * classes such as -1 and 1 are written as the numbers that they are.
 */

/** Characters that may divide a text into cells. */
const SEPARATORS = ";\t\r\n";
/** Blanks that a spreadsheet may skip, the ideographic one included. */
const BLANKS = " \u00a0\u2000-\u200a\u202f\u205f\u3000\ufeff";
const SIGNS = "=+\\-@＝＋－＠";
/** WORD JOINER: without width, and no blank. */
export const GUARD_MARK = "\u2060";
const GUARD = `'${GUARD_MARK}`;

/** Regular expression of a guarded formula, for JavaScript and RE2 alike. Its first and second group are the text without the guard. */
export const GUARDED_FORMULA = `((?:^|[${SEPARATORS}])[${BLANKS}]*)${GUARD}((?:${GUARD})*[${SIGNS}])`;
const FORMULA = new RegExp(`((?:^|[${SEPARATORS}])[${BLANKS}]*)((?:${GUARD})*[${SIGNS}])`, "g");
const GUARDED = new RegExp(GUARDED_FORMULA, "g");
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the text with a guard before each formula. Guards that stand there already are kept, so that none is lost. */
export const guardFormulas = (text: string): string => (NEGATIVE_NUMBER.test(text) ? text : text.replace(FORMULA, `$1${GUARD}$2`));

/** Returns the text that was guarded. */
export const unguardFormulas = (text: string): string => (text.includes(GUARD) ? text.replace(GUARDED, "$1$2") : text);

import { FormulaError, type Span } from "./faults.js";

export type Token = Span &
  (
    | { kind: "number"; value: number }
    | { kind: "text"; value: string }
    /** A name in brackets is a column, also where it has the name of a function. */
    | { kind: "name"; value: string; bracketed: boolean }
    | { kind: "sign"; value: string }
    | { kind: "end" }
  );

const BLANKS = /\s*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** Text in double quotes and names in brackets; the closing character is doubled inside. */
const TEXT = /"((?:[^"]|"")*)"/y;
const BRACKETED = /\[((?:[^\]]|\]\])*)\]/y;
const SIGN = /<=|>=|<>|!=|[-+*/^=<>(),]/y;

/** Splits a formula into tokens; the last one is its end. Throws FormulaError. */
export function tokenize(formula: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(formula);
  };
  for (;;) {
    at += match(BLANKS)?.[0].length ?? 0;
    if (at >= formula.length) return [...tokens, { kind: "end", start: formula.length, end: formula.length }];
    const token = nextToken(formula, at, match);
    tokens.push(token);
    at = token.end;
  }
}

function nextToken(formula: string, start: number, match: (pattern: RegExp) => RegExpExecArray | null): Token {
  const span = ([whole]: RegExpExecArray): Span => ({ start, end: start + whole.length });
  const number = match(NUMBER);
  if (number && Number.isFinite(Number(number[0]))) return { kind: "number", value: Number(number[0]), ...span(number) };
  const text = match(TEXT);
  if (text) return { kind: "text", value: text[1]!.replaceAll('""', '"'), ...span(text) };
  const bracketed = match(BRACKETED);
  if (bracketed) return { kind: "name", value: bracketed[1]!.replaceAll("]]", "]"), bracketed: true, ...span(bracketed) };
  const name = match(NAME);
  if (name) return { kind: "name", value: name[0], bracketed: false, ...span(name) };
  const sign = match(SIGN);
  if (sign) return { kind: "sign", value: sign[0], ...span(sign) };
  const rest = { start, end: formula.length };
  if (formula[start] === '"') throw new FormulaError("unclosedText", rest);
  if (formula[start] === "[") throw new FormulaError("unclosedName", rest);
  const [found = ""] = formula.slice(start);
  throw new FormulaError("unexpected", { start, end: start + found.length }, { found });
}

/** Returns a column's name as a formula has it. */
export function columnInFormula(name: string): string {
  NAME.lastIndex = 0;
  const plain = NAME.exec(name)?.[0] === name && !["and", "or", "not"].includes(name.toLowerCase());
  return plain ? name : `[${name.replaceAll("]", "]]")}]`;
}

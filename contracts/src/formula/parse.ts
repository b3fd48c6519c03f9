import { FormulaError, type Span } from "./faults.js";
import { type Token, tokenize } from "./tokens.js";

type ArithmeticSign = "+" | "-" | "*" | "/" | "^";
type ComparisonSign = "=" | "<>" | "<" | "<=" | ">" | ">=";
export type BinarySign = ArithmeticSign | ComparisonSign | "and" | "or";

export type FormulaNode = Span &
  (
    | { kind: "number"; value: number }
    | { kind: "text"; value: string }
    | { kind: "column"; name: string }
    | { kind: "unary"; sign: "-" | "not"; of: FormulaNode }
    | { kind: "binary"; sign: BinarySign; left: FormulaNode; right: FormulaNode }
    | { kind: "call"; name: string; nameSpan: Span; arguments: FormulaNode[] }
  );

/** Binding powers; the higher one binds more tightly. A power is right-associative and binds more tightly than a sign. */
const POWERS: Record<BinarySign, number> = {
  or: 1,
  and: 2,
  "=": 4,
  "<>": 4,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "^": 8,
};
const UNARY_POWERS = { not: 3, "-": 7 } as const;
/** Bounds of the statement that a formula becomes. */
const MAX_DEPTH = 40;
const MAX_OPERATORS = 150;

/** Parses a formula by precedence climbing. Throws FormulaError. */
export function parseFormula(formula: string): FormulaNode {
  const parser = new Parser(tokenize(formula), formula);
  return parser.whole();
}

class Parser {
  private next = 0;
  private depth = 0;
  private operators = 0;
  constructor(
    private readonly tokens: readonly Token[],
    private readonly formula: string,
  ) {}

  whole(): FormulaNode {
    const [first] = this.tokens;
    if (first?.kind === "end") throw new FormulaError("empty", first);
    const node = this.expression(0);
    if (this.next < this.tokens.length - 1) throw this.unexpected();
    return node;
  }

  private get token(): Token {
    return this.tokens[this.next]!;
  }

  private expression(least: number): FormulaNode {
    if (++this.depth > MAX_DEPTH) throw new FormulaError("tooDeep", this.token);
    let left = this.operand();
    for (let sign = this.binarySign(); sign && POWERS[sign] > least; sign = this.binarySign()) {
      if (++this.operators > MAX_OPERATORS) throw new FormulaError("tooDeep", this.token);
      this.next++;
      const right = this.expression(sign === "^" ? POWERS[sign] - 1 : POWERS[sign]);
      left = { kind: "binary", sign, left, right, start: left.start, end: right.end };
    }
    this.depth--;
    return left;
  }

  private binarySign(): BinarySign | undefined {
    const { token } = this;
    if (token.kind !== "sign" && (token.kind !== "name" || token.bracketed)) return undefined;
    const sign = token.value === "!=" ? "<>" : token.value.toLowerCase();
    return Object.hasOwn(POWERS, sign) ? (sign as BinarySign) : undefined;
  }

  private operand(): FormulaNode {
    const { token } = this;
    const { start, end } = token;
    if (token.kind === "end") throw this.unexpected();
    this.next++;
    if (token.kind === "number" || token.kind === "text") return token;
    if (token.kind === "name" && (token.bracketed || !["and", "or", "not"].includes(token.value.toLowerCase())))
      return !token.bracketed && this.isSign("(")
        ? this.call(token.value, { start, end })
        : { kind: "column", name: token.value, start, end };
    const sign = token.value.toLowerCase();
    if (sign === "-" || sign === "not") {
      const of = this.expression(UNARY_POWERS[sign]);
      return { kind: "unary", sign, of, start, end: of.end };
    }
    if (sign !== "(") {
      this.next--;
      throw this.unexpected();
    }
    const inner = this.expression(0);
    return { ...inner, start, end: this.expectSign(")") };
  }

  private call(name: string, nameSpan: Span): FormulaNode {
    this.expectSign("(");
    const given: FormulaNode[] = [];
    if (!this.isSign(")")) {
      given.push(this.expression(0));
      while (this.isSign(",")) {
        this.next++;
        given.push(this.expression(0));
      }
    }
    return { kind: "call", name: name.toLowerCase(), nameSpan, arguments: given, start: nameSpan.start, end: this.expectSign(")") };
  }

  private isSign(sign: string): boolean {
    return this.token.kind === "sign" && this.token.value === sign;
  }

  /** Returns the end of the sign. */
  private expectSign(sign: string): number {
    if (!this.isSign(sign)) throw this.unexpected();
    return this.tokens[this.next++]!.end;
  }

  private unexpected(): FormulaError {
    const { start, end, kind } = this.token;
    // The end has no width: the last character is marked.
    if (kind === "end") return new FormulaError("unexpectedEnd", { start: Math.max(0, this.formula.trimEnd().length - 1), end });
    return new FormulaError("unexpected", { start, end }, { found: this.formula.slice(start, end) });
  }
}

import { DARK_DATA, type DataPalette, LIGHT_DATA } from "./data-palette.js";

/** Colour vision of people who lack one kind of cone (Machado, Oliveira and Fernandes 2009), in linear RGB. */
const SIGHTS: Record<string, readonly (readonly number[])[]> = {
  "every cone": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no long-wave cones": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no middle-wave cones": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no short-wave cones": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIELAB distance from which adjacent areas are clearly different. A distance of about 2 is just noticeable. */
const CLEAR = 10;

/** Converts a colour to linear red, green and blue, 0 to 1. */
function linear(color: string): number[] {
  const shares = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return shares.map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
}

/** Converts linear RGB to CIELAB with the white point D65. */
function lab([red = 0, green = 0, blue = 0]: readonly number[]): number[] {
  const share = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116);
  const x = share((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = share(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = share((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(a: string, b: string, sight: readonly (readonly number[])[]): number {
  const [seenA = [], seenB = []] = [a, b].map((color) => {
    const light = linear(color);
    const seen = sight.map((row) => row.reduce((sum, weight, i) => sum + weight * (light[i] ?? 0), 0));
    return lab(seen.map((value) => Math.min(1, Math.max(0, value))));
  });
  return Math.hypot(...seenA.map((value, i) => value - (seenB[i] ?? 0)));
}

const PALETTES: [string, DataPalette][] = [
  ["light", LIGHT_DATA],
  ["dark", DARK_DATA],
];
const cases = PALETTES.flatMap(([theme, palette]) => Object.keys(SIGHTS).map((sight) => ({ theme, sight, palette })));

// @contract charts-have-a-palette-for-each-theme
test.each(cases)("in the $theme theme the colours that a chart compares can be told apart with $sight", ({ sight, palette }) => {
  const { groups, training, heldOut, actual, predicted } = palette;
  const pairs = [
    ...groups.flatMap((a, i) => groups.slice(i + 1).map((b): [string, string] => [a, b])),
    [training, heldOut] as const,
    [actual, predicted] as const,
  ];
  expect(pairs.filter(([a, b]) => distance(a, b, SIGHTS[sight] ?? []) < CLEAR)).toEqual([]);
});

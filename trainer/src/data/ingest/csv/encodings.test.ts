import type { TextEncoding } from "@agatha/contracts";
import iconv from "iconv-lite";
import { encodeText } from "../../../tasks/steps/testing/encode-text.js";
import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";

/** Returns a table: a header in ASCII, `padding` bytes of rows in ASCII, then the words. */
function table(words: readonly string[], padding: number): string {
  const row = "1,plain text\n";
  return `n,word\n${row.repeat(Math.ceil(padding / row.length))}${words.map((word, index) => `${index},${word}\n`).join("")}`;
}

const WORDS: [TextEncoding, string[]][] = [
  ["utf-8", ["溫度", "温度", "Größe", "😀"]],
  ["utf-16le", ["溫度", "温度", "Größe", "😀"]],
  ["utf-16be", ["溫度", "温度", "Größe", "😀"]],
  ["big5", ["溫度", "臺北市", "產品編號"]],
  ["gb18030", ["温度", "北京市", "产品编号"]],
  ["shift_jis", ["温度センサー", "東京", "製品番号"]],
  ["euc-jp", ["温度センサー", "東京", "製品番号"]],
  ["euc-kr", ["온도", "서울특별시", "제품번호"]],
  ["latin1", ["Größe", "25 °C", "François", "l’été"]],
  ["windows-1250", ["Stężenie", "Łódź", "25 °C", "wilgotność"]],
];

const POSITIONS: [string, number][] = [
  ["in the first lines", 0],
  ["after 4 KB", 5000],
  ["after 2 MB", 2_200_000],
];

describe.each(POSITIONS)("the first character outside ASCII comes %s", (_name, padding) => {
  test.each(WORDS)("ingestion detects %s and reads its characters", async (encoding, words) => {
    const { table: found, rows } = await ingestBytes(encodeText(table(words, padding), encoding), { sampling: "tail" });
    expect(found.encoding).toBe(encoding);
    expect(rows.data.slice(-words.length).map(([, word]) => word)).toEqual(words);
  });
});

test.each(["utf-8", "utf-16le", "utf-16be"] as const)(
  "%s with a byte order mark: the mark is not part of the first header",
  async (encoding) => {
    const { table: found, rows } = await ingestBytes(encodeText("溫度,b\n1,é\n", encoding, true));
    expect(found.encoding).toBe(encoding);
    expect(rows).toMatchObject({ columns: ["溫度", "b"], data: [[1, "é"]] });
  },
);

test.each([
  ["big5", "溫度,濕度"],
  ["big5", "編號,客戶名稱,備註"],
  ["big5", "城市,人口"],
  ["gb18030", "温度,湿度"],
  ["gb18030", "编号,客户名称,备注"],
  ["gb18030", "设备,转速"],
  ["shift_jis", "温度,湿度"],
  ["shift_jis", "センサー,圧力"],
  ["shift_jis", "製品番号,単価,備考"],
  ["euc-jp", "温度,湿度"],
  ["euc-jp", "センサー,圧力"],
  ["euc-jp", "製品番号,単価,備考"],
  ["euc-jp", "氏名,性別,部署"],
  ["euc-jp", "日付,売上,曜日,天気"],
  ["euc-kr", "온도,습도"],
  ["euc-kr", "지역,인구수"],
  ["euc-kr", "설비명,회전속도,진동"],
  ["euc-kr", "이름,성별,부서"],
  ["euc-kr", "상품,똠방각하"],
  ["big5", "縣市,月份,降雨量"],
  ["gb18030", "省份,月份,降水量"],
  ["gb18030", "姓名,性别,部门"],
  ["shift_jis", "都道府県,月,降水量"],
  ["latin1", "Größe,Länge"],
  ["latin1", "Temperature (°C),x"],
  ["latin1", "µm,m²"],
  ["latin1", "°C"],
  ["latin1", "T °F,±"],
  ["latin1", "Ångström,Øre,Æble"],
  ["latin1", "Año,Señal"],
  ["latin1", "città,perché,più"],
  ["latin1", "naïve,cœur,élève,forêt"],
  ["latin1", "coração,você,mãe"],
  ["latin1", "Þórður,blóð,fæði,ís,ýta"],
  ["latin1", "Muñoz,Müller,Gómez,Jörg"],
  ["latin1", "m³,cm³,l/m²"],
  ["windows-1250", "Wilgotność,Masa"],
  ["windows-1250", "Płeć,Wiek,Miejscowość"],
  ["windows-1250", "Věk,Plat"],
  ["windows-1250", "Město,Příjem,Kraj"],
  ["windows-1250", "hőmérséklet,nedvesség,nyomás,körülmény"],
  ["windows-1250", "količina,mjesečno,težina,općina"],
  ["windows-1250", "mesačný príjem,dĺžka,počet"],
  ["windows-1250", "judeţ,oraşul,numărul"],
] as const)("ingestion detects %s from the header %s alone", async (encoding, header) => {
  const width = header.split(",").length;
  const { table: found, rows } = await ingestBytes(encodeText(`${header}\n${Array(width).fill(1).join()}\n`, encoding));
  expect(found.encoding).toBe(encoding);
  expect(rows.columns).toEqual(header.split(","));
});

test.each([
  ["Cyrillic", "Температура,Влажность\n1,2\n", "win1251"],
  ["Greek", "Θερμοκρασία,Υγρασία\n1,2\n", "win1253"],
  ["UTF-32, little endian", "a,b\n1,2\n", "utf-32le"],
  ["UTF-32, big endian", "a,b\n1,2\n", "utf-32be"],
])("refuses %s text in an unsupported encoding, and says to save it as UTF-8", async (_name, text, codec) => {
  expect(await ingestRefusal(iconv.encode(text, codec, { addBOM: true }))).toMatchObject({ code: "010407", path: "encoding" });
});

test.each([
  ["at an even place", "n,word\n1,a\0b\n", {}],
  ["at an odd place", "n,words\n1,a\0b\n", {}],
  ["with UTF-8 chosen", "n,word\n1,a\0b\n", { encoding: "utf-8" }],
] as const)("a zero byte in UTF-8 text is named, %s", async (_name, text, source) => {
  for (const end of ["", "1"]) {
    const refused = await ingestRefusal(Buffer.from(text + "7,plain\n".repeat(10) + end), { source });
    const at = text.indexOf("\0") + 1;
    expect(refused).toMatchObject({ code: "010407", path: `byte ${at}`, message: expect.stringContaining(`byte ${at} is damaged`) });
  }
});

test("a chosen encoding takes precedence over the detected one", async () => {
  const bytes = encodeText("名前\n東京\n", "shift_jis");
  expect((await ingestBytes(bytes, { source: { encoding: "latin1" } })).rows.columns).not.toEqual(["名前"]);
  const halfWidth = encodeText("ｱｲｳ\n1\n", "shift_jis");
  expect(await ingestRefusal(halfWidth)).toMatchObject({ path: "encoding" });
  expect((await ingestBytes(halfWidth, { source: { encoding: "shift_jis" } })).rows.columns).toEqual(["ｱｲｳ"]);
});

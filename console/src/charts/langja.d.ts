declare module "echarts/lib/i18n/langJA.js" {
  const locale: Parameters<typeof import("echarts/core")["registerLocale"]>[1];
  export default locale;
}

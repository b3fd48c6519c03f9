/** First line by which a file tells Excel its delimiter. */
export const DELIMITER_LINE = /^"?sep=(?<delimiter>[^"\r\n])"?(?:\r\n|\r|\n)/i;

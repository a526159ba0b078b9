import postgres from 'postgres'

/**
 * What the database said of rows from here on: DETAIL of an error names the values that somebody else has, and stands in the
 * log of a PostgreSQL that nobody has told otherwise (decision 0069). The driver copies it onto its error, which we hear.
 */
export function hearQuotes(): string[] {
  const heard: string[] = []
  Object.defineProperty(postgres.PostgresError.prototype, 'detail', {
    configurable: true,
    set: (detail: string) => heard.push(detail),
  })
  return heard
}

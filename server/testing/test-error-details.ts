import postgres from 'postgres'

/**
 * Collects the DETAIL of database errors, which quotes row values and reaches the log of a PostgreSQL with default
 * settings (decision 0069). The driver copies it onto its error, where this function reads it.
 */
export function recordErrorDetails(): string[] {
  const details: string[] = []
  Object.defineProperty(postgres.PostgresError.prototype, 'detail', {
    configurable: true,
    set: (detail: string) => details.push(detail),
  })
  return details
}

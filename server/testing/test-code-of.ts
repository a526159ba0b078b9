/** The status and the problem code of a refused call. */
export const statusAndCodeOf = ({
  status,
  body,
}: {
  status: number
  body: unknown
}): [status: number, code?: string] => [status, (body as { code?: string } | null)?.code]

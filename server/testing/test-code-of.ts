/** What a call told whom it refused: its status and the code of its problem. */
export const codeOf = ({ status, body }: { status: number; body: unknown }): [status: number, code?: string] => [
  status,
  (body as { code?: string } | null)?.code,
]

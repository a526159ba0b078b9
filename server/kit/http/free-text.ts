import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { InvalidInput } from './refusal.ts'

/**
 * Refuses texts that are longer than the partner allows or too short, by field and with the allowed number of
 * characters. Called in handlers, since the partner's limits change while the server runs.
 */
export function refuseLength(
  texts: Readonly<Record<string, string | null | undefined>>,
  { most, least = 0 }: { most: number; least?: number },
): void {
  const problems = Object.entries(texts).flatMap(([field, text]) => {
    const problem = text == null ? undefined : lengthProblem(text, least, most)
    return problem ? [[field, problem] as const] : []
  })
  if (problems.length === 0) return
  const long = problems.filter(([_, problem]) => problem === 'TOO_LONG').map(([field]) => [field, most] as const)
  throw new InvalidInput(Object.fromEntries(problems), Object.fromEntries(long))
}

import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { Invalid } from './refusal.ts'

/**
 * Ends a request whose texts are longer than the partner allows, or too short to say anything: by field, and with how many
 * characters it may have. In the handler, since what the partner allows changes while the server runs.
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
  throw new Invalid(Object.fromEntries(problems), Object.fromEntries(long))
}

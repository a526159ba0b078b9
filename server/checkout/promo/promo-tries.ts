import type { FastifyRequest } from 'fastify'
import { giveBackAll, type Use, useAll } from '../../kit/limit/rate-limit.ts'
import { sourceOf } from '../../kit/limit/source.ts'
import type { Services } from '../../services.ts'
import { CODES_OF_ACCOUNT, CODES_OF_SOURCE } from '../rate-limits.ts'

/**
 * How often somebody may be wrong about codes: by who they are, and by where they ask from while nobody knows. Work buys no
 * more of them, since codes are short and made to be remembered; but who signs in is out of reach of whoever shares their
 * address.
 */
export function codeTries({ db, secrets }: Services, request: FastifyRequest, accountId: string | undefined) {
  const uses: Use[] = [accountId ? [CODES_OF_ACCOUNT, accountId] : [CODES_OF_SOURCE, sourceOf(request)]]
  return {
    /** Counts one try. Seconds to wait when there were too many: then the code is not even looked at. */
    async count(): Promise<number | undefined> {
      const over = (await useAll(db, secrets, uses)).filter((one) => one.over)
      return over.length > 0 ? Math.max(...over.map(({ retryAfter }) => retryAfter)) : undefined
    },
    /** It was right. */
    async forget(): Promise<void> {
      await giveBackAll(db, secrets, uses)
    },
  }
}

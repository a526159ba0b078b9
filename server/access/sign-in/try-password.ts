import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kit/http/refusal.ts'
import { countUses, type RateLimitUse, restoreUses } from '../../kit/limit/rate-limit.ts'
import { hasProofOfWork, proofOfWorkRefusal, withProofOfWork } from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import { isPassword } from '../passwords.ts'
import {
  clientAddressOf,
  EXTRA_TRY_BITS,
  WRONG_PASSWORDS_OF_ACCOUNT,
  WRONG_PASSWORDS_OF_DEVICE,
  WRONG_PASSWORDS_PER_ADDRESS,
} from '../rate-limits.ts'
import { knownDevice, tryLimitKey } from '../session/known-device.ts'
import { insertFailure, originOf } from '../session/origin-store.ts'

interface Line {
  last: Promise<unknown>
  length: number
}

const IN_LINE = 50
const lines = new Map<string, Line>()

/** Runs the work of one key in sequence within this process; throws 503 when too much of it waits. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (line.length >= IN_LINE) throw new Refusal('UNAVAILABLE', 503, { retryAfter: 2 })
  lines.set(key, line)
  line.length++
  const result = line.last.then(work)
  line.last = result.catch(() => {})
  try {
    return await result
  } finally {
    line.length--
    if (line.length === 0) lines.delete(key)
  }
}

type Needs = Pick<Services, 'db' | 'env' | 'secrets' | 'now'>

interface Try {
  /** The entered account name: an unknown one is limited like a known one. */
  name: string
  password: string
  owner: { id: string; passwordHash: string | null } | undefined
}

export interface RightPassword {
  /**
   * The password was right, but came from a stranger beyond the limits who paid with proof of work. Attackers can
   * afford that work, so the password alone is no proof: the sign-in then always requires a second factor.
   */
  requiresStepUp: boolean
}

/**
 * Whether the password is the owner's. Each try is counted before the comparison and restored when it was right;
 * tries at one name run in sequence, so that concurrent right ones do not count as wrong.
 *
 * The owner has separate tries on each known device, which strangers can neither spend nor block. Strangers share the
 * limits of the account and of their address; beyond those, proof of work pays for a try (decision 0176). Each of
 * these three kinds has its own queue.
 */
export async function tryPassword(
  needs: Needs,
  request: FastifyRequest,
  attempt: Try,
): Promise<RightPassword | undefined> {
  const device = await knownDevice(needs, request, attempt.owner?.id)
  const ofDevice =
    device && attempt.owner ? await fromDevice(needs, request, attempt, tryLimitKey(attempt.owner.id, device)) : 'over'
  if (ofDevice !== 'over') return ofDevice ? { requiresStepUp: false } : undefined
  return fromStranger(needs, request, attempt)
}

/** Beyond its own tries a known device counts as a stranger, who can still pay with proof of work. */
function fromDevice(needs: Needs, request: FastifyRequest, attempt: Try, limitKey: string): Promise<boolean | 'over'> {
  const uses = [[WRONG_PASSWORDS_OF_DEVICE, limitKey]] as const
  return inTurn(`device ${limitKey}`, async () => {
    const [used] = await countUses(needs.db, needs.secrets, uses)
    return used?.over ? 'over' : judge(needs, request, attempt, { uses, isFirst: true })
  })
}

async function fromStranger(needs: Needs, request: FastifyRequest, attempt: Try): Promise<RightPassword | undefined> {
  const price = { about: `password ${attempt.name}`, bits: EXTRA_TRY_BITS }
  const isPaid = await hasProofOfWork(needs, request, price)
  const uses = [
    [WRONG_PASSWORDS_PER_ADDRESS, clientAddressOf(request)],
    [WRONG_PASSWORDS_OF_ACCOUNT, attempt.name],
  ] as const
  const trying = inTurn(`${isPaid ? 'paid' : 'free'} ${attempt.name}`, async () => {
    const used = await countUses(needs.db, needs.secrets, uses)
    const over = used.filter((each) => each.over)
    if (over.length > 0 && !isPaid)
      throw proofOfWorkRefusal(needs, price, Math.max(...over.map(({ retryAfter }) => retryAfter)))
    const right = await judge(needs, request, attempt, { uses, isFirst: isPaid })
    return right ? { requiresStepUp: used[1]?.over ?? false } : undefined
  })
  // A flood fills the queue of strangers; a client with proof of work waits in another one.
  return trying.catch((failure: unknown) => {
    throw failure instanceof Refusal && failure.status === 503 && !isPaid
      ? withProofOfWork(needs, price, failure)
      : failure
  })
}

async function judge(
  { db, secrets }: Needs,
  request: FastifyRequest,
  { password, owner }: Try,
  { uses, isFirst }: { uses: readonly RateLimitUse[]; isFirst: boolean },
): Promise<boolean> {
  if (!(await isPassword(password, owner?.passwordHash, { isFirst }))) {
    await insertFailure(db, owner?.id, originOf(secrets, request))
    return false
  }
  await restoreUses(db, secrets, uses)
  return true
}

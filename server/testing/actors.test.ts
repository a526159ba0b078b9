import type { Call } from '@cuida/core/kit/call.ts'
import { describe, expect, test } from 'vitest'
import { hasRole, needsCaller, purposesOf } from '../kit/http/access.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { NON_ID_FIELDS } from './policy/test-not-ids.ts'
import { POLICY, PUBLIC_KINDS } from './policy/test-policy.ts'
import type { Actor, Rule } from './policy/test-rule.ts'
import { callName, createActors, idPositions } from './test-actors.ts'
import { createTestContext } from './test-contexts.ts'
import { buildInput } from './test-inputs.ts'

const ACTORS: Actor[] = [
  'guest',
  'pendingMfa',
  'holder',
  'other',
  'exHolder',
  'blocked',
  'inCare',
  'notInCare',
  'manager',
  'machine',
]
const PURPOSE = {
  pendingMfa: 'mfa',
  holder: 'access',
  other: 'access',
  exHolder: 'access',
  machine: 'machine',
} as const

const context = await createTestContext()
const cast = await createActors(context)

const callOf = (name: string) => servedCalls.find((call) => callName(call) === name) as Call
const isPrivate = ([_, kind]: [string, Rule['ids'][string]]) => !PUBLIC_KINDS.includes(kind)

function sendCall(call: Call, actor: Actor, input: Record<string, unknown>) {
  const token = cast.tokens[actor]
  return context.sendCall(call, input as never, token ? { token } : {}) as Promise<{
    status: number
    body: { code?: string } | undefined
  }>
}

/** The expected status for an actor who names another account's thing. */
function promised(call: Call, actor: Actor, rule: Rule): number {
  const isStaff = actor === 'inCare' || actor === 'notInCare' || actor === 'manager'
  const purpose = isStaff ? 'staff' : PURPOSE[actor as keyof typeof PURPOSE]
  const isCaller = purpose !== undefined && purposesOf(call.access).includes(purpose)
  // On a guest route an invalid bearer gets 401, not 404.
  const isOver = call.access === 'guest' && cast.tokens[actor] !== undefined
  if (!isCaller && (needsCaller(call.access) || isOver)) return 401
  const role = actor === 'manager' ? 'clinical-manager' : 'clinician'
  if (actor === 'machine') return call.scope ? (rule.refused?.[actor] ?? 404) : 403
  const staff = { kind: 'staff', staffId: '', sessionId: '', clinicianId: null, role } as const
  if (!hasRole(call, isStaff ? staff : undefined)) return 403
  return rule.refused?.[actor] ?? 404
}

/** A manager who reassigns a day sees who waits and whom to call, but not the reason for the visit. */
const NAMES_WHO_WAITS = [
  'GET /desk/open-consultations',
  'GET /desk/undelivered-notifications',
  'GET /desk/orders',
  'GET /desk/questions',
]

const canariesIn = (body: unknown) => cast.canaries.filter((canary) => JSON.stringify(body ?? '').includes(canary))

/** The holder's rows that a stranger might change. */
const rowsOfHolder = async () => {
  const { account, patient, order, consultation } = cast.holder
  return Promise.all([
    context.db`select * from account where id = ${account}`,
    context.db`select * from patient where account_id = ${account} or id = ${patient}`,
    context.db`select * from session where account_id = ${account} order by id`,
    context.db`select * from cart where account_id = ${account} order by id`,
    context.db`select * from care_order where id = ${order}`,
    context.db`select * from consultation where id = ${consultation}`,
    context.db`select * from consultation_action where consultation_id = ${consultation} order by id`,
    context.db`select * from note where consultation_id = ${consultation} order by id`,
    context.db`select * from history_entry where patient_id = ${patient} order by id`,
    context.db`select * from edit_request where patient_id = ${patient} order by id`,
    context.db`select * from break_glass where patient_id = ${patient} order by id`,
    context.db`select * from slot_hold where cart_id in (select id from cart where account_id = ${account})`,
  ])
}

describe('the policy table', () => {
  test('the policy lists every id of every route, and no other', () => {
    const positions = servedCalls.flatMap((call) => idPositions(call).map((at) => `${callName(call)} ${at}`))
    const ruled = Object.entries(POLICY).flatMap(([name, { ids }]) => Object.keys(ids).map((at) => `${name} ${at}`))
    const known = [...ruled, ...Object.keys(NON_ID_FIELDS)]
    expect(positions.filter((at) => !known.includes(at))).toEqual([])
    expect(known.filter((at) => !positions.includes(at))).toEqual([])
    expect(ruled.length).toBeGreaterThan(30)
  })
})

describe('things of another account', () => {
  test('every actor on every route and id gets the expected refusal, and no data of the holder [A6.4]', async () => {
    const before = await rowsOfHolder()
    const wrong: string[] = []
    let cells = 0
    for (const [name, rule] of Object.entries(POLICY))
      for (const [position, kind] of Object.entries(rule.ids).filter(isPrivate))
        for (const actor of ACTORS.filter((one) => !rule.opens.includes(one))) {
          const foreign = actor === 'exHolder' ? cast.grownUp : cast.holder
          if (foreign[kind] === undefined) continue
          cells++
          const own = actor === 'exHolder' ? cast.exHolder : cast.other
          const { status, body } = await sendCall(
            callOf(name),
            actor,
            buildInput(cast, rule, own, { position, foreign }),
          )
          const expected = promised(callOf(name), actor, rule)
          if (status !== expected) wrong.push(`${actor} ${name} ${position}: ${status} ${body?.code}, not ${expected}`)
          for (const canary of canariesIn(body)) wrong.push(`${actor} ${name} ${position} tells ${canary}`)
        }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(150)
    expect(await rowsOfHolder()).toEqual(before)
  })

  test("a mix of the actor's own ids and the holder's is refused", async () => {
    const wrong: string[] = []
    for (const [name, rule] of Object.entries(POLICY)) {
      const positions = Object.entries(rule.ids).filter(isPrivate)
      for (const [position] of positions)
        for (const actor of rule.opens) {
          // A manager and a program may open anybody's things: only a mix of two patients is wrong.
          if ((actor === 'manager' || actor === 'machine') && positions.length < 2) continue
          const { status } = await sendCall(
            callOf(name),
            actor,
            buildInput(cast, rule, cast.holder, { position, foreign: cast.other }),
          )
          if (status !== 404) wrong.push(`${actor} ${name} ${position}: ${status}`)
        }
    }
    expect(wrong).toEqual([])
  })

  test('lists, which take no id, contain nothing of the holder', async () => {
    const wrong: string[] = []
    const lists = servedCalls.filter((call) => call.method === 'GET' && idPositions(call).length === 0)
    for (const call of lists)
      for (const actor of ACTORS.filter((one) => one !== 'holder' && one !== 'inCare')) {
        const { body } = await sendCall(call, actor, { slug: 'x', ...cast.slot })
        if (actor === 'manager' && NAMES_WHO_WAITS.includes(callName(call))) continue
        for (const canary of canariesIn(body)) wrong.push(`${actor} ${callName(call)} tells ${canary}`)
      }
    expect(wrong).toEqual([])
    expect(lists.length).toBeGreaterThan(4)
  })

  // Runs last: these calls change what they touch, and the final ones end the holder's sessions.
  test('permitted actors get through with the same ids, so the ids are real', async () => {
    const wrong: string[] = []
    for (const [name, rule] of Object.entries(POLICY))
      for (const actor of rule.opens) {
        const { status, body } = await sendCall(callOf(name), actor, buildInput(cast, rule, cast.holder))
        if (rule.heard !== undefined && body?.code === rule.heard) continue
        if ([400, 401, 403, 404].includes(status) || status >= 500)
          wrong.push(`${actor} ${name}: ${status} ${body?.code}`)
      }
    expect(wrong).toEqual([])
  })
})

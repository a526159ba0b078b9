import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CARE_RULES } from '../test-care.ts'
import {
  ACTORS,
  type Actor,
  advanceLife,
  createLife,
  dayEnd,
  isAwayNow,
  isOver,
  type Life,
  situationOf,
  stateKey,
} from './test-life.ts'
import { MODEL_ACTIONS, toggleAbsence, toggleHolderGone } from './test-life-actions.ts'

/** All reachable states, without duplicates. */
function reachable(): Life[] {
  const lives = new Map<string, Life>()
  const next: Life[] = [createLife('scheduled', 600), createLife('on-demand', null)]
  for (let life = next.pop(); life; life = next.pop()) {
    const key = stateKey(life)
    if (lives.has(key)) continue
    lives.set(key, life)
    if (isOver(life)) continue
    const after = [
      ...MODEL_ACTIONS.map(({ does }) => does(life as Life)),
      advanceLife(life),
      toggleHolderGone(life),
      toggleAbsence(life),
    ]
    // A second day is like the first.
    next.push(...after.filter((one): one is Life => one !== undefined && one.now < 5 * 1_440))
  }
  return [...lives.values()]
}

const lives = reachable()
const open = lives.filter((life) => !isOver(life))
const exitsOf = (life: Life, actor: Actor) =>
  MODEL_ACTIONS.filter((action) => action.actor === actor && action.does(life) !== undefined).map(({ name }) => name)

/** Advances time with only the automatic steps. */
function letTimePass(from: Life, days = 3): Life {
  let life = from
  for (const end = from.now + days * 1_440; life.now < end && !isOver(life); ) {
    const action = MODEL_ACTIONS.find(({ actor, does }) => actor === 'clock' && does(life))
    life = action?.does(life) ?? advanceLife(life)
  }
  return life
}

describe('every state has an exit', () => {
  test('the model reaches every status', () => {
    expect(lives.length).toBeGreaterThan(300)
    const met = new Set(lives.map(({ status }) => status))
    expect([...met].sort()).toEqual(
      ['ACTIVE', 'CANCELLED', 'CLOSED', 'CLOSED_WITH_ERROR', 'CLOSING', 'EXPIRED', 'PENDING', 'QUEUED'].sort(),
    )
  })

  test('from every state the clinic can go on: a manager always can, whoever is absent', () => {
    for (const life of open) {
      const byManager = exitsOf(life, 'manager')
      if (life.status === 'PENDING') expect(exitsOf(life, 'patient'), situationOf(life)).not.toEqual([])
      else expect(byManager, situationOf(life)).toContain('cancels with a full refund')
    }
  })

  test('an untouched consultation ends by itself with its day, except for a talk that waits for its signature', () => {
    for (const life of open.filter(({ status, isGone }) => status !== 'ACTIVE' || isGone)) {
      const end = letTimePass(life)
      const message = `${situationOf(life)}: ${end.status}`
      expect(isOver(end) || end.status === 'CLOSING', message).toBe(true)
    }
  })

  test('a waiting patient without a missed call has a choice after at most a quarter of an hour', () => {
    const unattendedLives = open.filter(
      (life) => life.status === 'QUEUED' && /unattended \((15|45) min\)/.test(situationOf(life)),
    )
    expect(unattendedLives.length).toBeGreaterThan(0)
    for (const life of unattendedLives)
      expect(exitsOf(life, 'patient')).toEqual(expect.arrayContaining(['cancels with a full refund', 'reschedules']))
  })

  test('a patient whose appointment the clinic cannot keep has every choice until it begins, whatever the notice period', () => {
    const livesWithOffer = open.filter((life) => /other times offered/.test(situationOf(life)))
    expect(livesWithOffer.length).toBeGreaterThan(0)
    const choices = ['cancels with a full refund', 'chooses another clinician at that time', 'reschedules']
    for (const life of livesWithOffer) expect(exitsOf(life, 'patient')).toEqual(expect.arrayContaining(choices))
  })

  test('an appointment in an absence can be resolved in each way by clinician and manager, and is refunded by the end of its day without a resolution [C10.3]', () => {
    const away = open.filter(isAwayNow)
    expect(away.length).toBeGreaterThan(0)
    for (const life of away) {
      const answers = ['reassigns', 'offers other times', 'cancels with a full refund']
      for (const actor of ['clinician', 'manager'] as const)
        expect(exitsOf(life, actor), situationOf(life)).toEqual(expect.arrayContaining(answers))
      const end = letTimePass(life)
      expect([isOver(end), end.back], situationOf(life)).toEqual([true, end.paid])
      expect(end.now).toBeLessThanOrEqual(dayEnd(life) + DEFAULT_CARE_RULES.releaseMinutes)
    }
  })

  test('in any order of actions a payment is refunded at most once, and fully or not at all', () => {
    const action = fc.nat({ max: MODEL_ACTIONS.length + 5 })
    fc.assert(
      fc.property(fc.boolean(), fc.array(action, { maxLength: 40, size: 'max' }), (booked, walk) => {
        let life = booked ? createLife('scheduled', 600) : createLife('on-demand', null)
        for (const step of walk) {
          if (isOver(life)) break
          const modelAction = MODEL_ACTIONS[step]
          const passes = [advanceLife, toggleHolderGone, toggleAbsence][step % 3] ?? advanceLife
          life = (modelAction?.does ?? passes)(life) ?? life
          expect(life.back).toBeLessThanOrEqual(life.paid)
        }
        const end = letTimePass(life)
        const missed = end.actions.filter(({ type }) => type === 'UNASSIGNED').length === 3
        if ((end.status === 'CANCELLED' && !missed && !end.isForfeited) || end.status === 'EXPIRED')
          expect(end.back).toBe(end.paid)
      }),
      { numRuns: 10_000 },
    )
  })
})

test('the table in docs lists every situation and its exits', async () => {
  const rows = new Map<string, Map<Actor, Set<string>>>()
  for (const life of open) {
    const situation = situationOf(life)
    const row = rows.get(situation) ?? new Map<Actor, Set<string>>()
    rows.set(situation, row)
    for (const actor of ACTORS) row.set(actor, new Set([...(row.get(actor) ?? []), ...exitsOf(life, actor)]))
  }
  const line = ([situation, row]: [string, Map<Actor, Set<string>>]) =>
    `| ${situation} | ${ACTORS.map((actor) => [...(row.get(actor) ?? [])].sort().join('; ') || '–').join(' | ')} |`
  const table = [...rows].sort(([one], [two]) => one.localeCompare(two, 'en')).map(line)
  const text = [
    '# Exits from every consultation state',
    '',
    '`core/consultation/life/exits.test.ts` generates this page from the rules, over every reachable state: what each actor *may* do in',
    'a situation, in at least one of its states. The test fails for a row without an exit, or if time alone does not free a patient.',
    '',
    `| situation | ${ACTORS.join(' | ')} |`,
    `|---|${ACTORS.map(() => '---').join('|')}|`,
    ...table,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/exits.md')
})

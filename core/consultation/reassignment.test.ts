import { describe, expect, test } from 'vitest'
import { afterReassignment, afterRequeue, afterTakeOver, isReassigned } from './reassignment.ts'
import { type ActionType, happened } from './status/actions.ts'
import { ConsultationStatus } from './status/status.ts'
import { afterCall, afterClosing } from './status/steps.ts'

const by = 'CLINICIAN'
const at = (status: ConsultationStatus, ...types: ActionType[]) => ({
  status,
  actions: types.map((type) => happened(type, by)),
})
const typesOf = (step: { actions: readonly { type: ActionType }[] } | undefined) =>
  step?.actions.map(({ type }) => type)

describe('a colleague goes on', () => {
  test('with who waits, who is held and who talked already', () => {
    for (const standing of [at('QUEUED'), at('ACTIVE', 'ASSIGNED'), at('CLOSING', 'ASSIGNED', 'VIDEO_CALL_COMPLETED')])
      expect(afterTakeOver(standing, by)).toMatchObject({ status: 'ACTIVE', actions: [{ type: 'ASSIGNED' }] })
  })
  test('in the video call that is on, which they may say was talked to its end', () => {
    const held = at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED')
    const step = afterTakeOver(held, by)
    expect(typesOf(step)).toEqual(['ASSIGNED'])
    const now = { status: 'ACTIVE' as const, actions: [...held.actions, ...(step?.actions ?? [])] }
    expect(afterCall(now, { medium: 'video', event: 'completed' }, { by, answered: true })?.status).toBe('CLOSING')
  })
  test('but not on a phone line, which ends', () =>
    expect(typesOf(afterTakeOver(at('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED'), by))).toEqual([
      'PHONE_CALL_ENDED',
      'ASSIGNED',
    ]))
  test('and signs for a talk that was told of before', () => {
    const talked = at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_COMPLETED', 'ASSIGNED')
    expect(afterClosing(talked, 'completed', by)?.status).toBe('CLOSED')
  })
  test.each(ConsultationStatus.options.filter((status) => !['QUEUED', 'ACTIVE', 'CLOSING'].includes(status)))(
    'not with what is %s',
    (status) => expect(afterTakeOver(at(status), by)).toBeUndefined(),
  )
})

describe('who was taken goes back in the line', () => {
  test('before anybody called, and it counts as no missed call', () =>
    expect(afterRequeue(at('ACTIVE', 'QUEUED', 'ASSIGNED'), by)).toMatchObject({
      status: 'QUEUED',
      actions: [{ type: 'QUEUED' }],
    }))
  test('after a try of before, too', () =>
    expect(afterRequeue(at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_FAILED', 'UNASSIGNED', 'ASSIGNED'), by)).toBeDefined())
  test('after a call that nobody came into', () =>
    expect(afterRequeue(at('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED', 'PHONE_CALL_ENDED'), by)).toBeDefined())
  test('not while one is on', () =>
    expect(afterRequeue(at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED'), by)).toBeUndefined())
  test('not once both were in one, or somebody said that they talked', () => {
    const { actions } = at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED')
    const met = actions.map((action) => (action.type === 'VIDEO_CALL_STARTED' ? { ...action, joined: true } : action))
    expect(afterRequeue({ status: 'ACTIVE', actions: met }, by)).toBeUndefined()
    const said = at(
      'ACTIVE',
      'ASSIGNED',
      'PHONE_CALL_STARTED',
      'PHONE_CALL_COMPLETED',
      'PHONE_CALL_STARTED',
      'PHONE_CALL_ENDED',
    )
    expect(afterRequeue(said, by)).toBeUndefined()
  })
  test('not from elsewhere', () => expect(afterRequeue(at('CLOSING', 'ASSIGNED'), by)).toBeUndefined())
})

test('a manager gives who waits to a colleague, and nobody else', () => {
  expect(afterReassignment(at('QUEUED'), by)).toMatchObject({ status: 'QUEUED', actions: [{ type: 'QUEUED' }] })
  expect(afterReassignment(at('ACTIVE'), by)).toBeUndefined()
})

describe('whoever holds it took it from a colleague', () => {
  const acts = (...types: ActionType[]) => types.map((type) => happened(type, 'CLINICIAN'))
  test.each([
    ['not the first', acts('QUEUED', 'ASSIGNED'), false],
    ['the second in a row', acts('QUEUED', 'ASSIGNED', 'ASSIGNED'), true],
    ['after a call', acts('QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'ASSIGNED'), true],
    ['not who takes anew whom the first did not reach', acts('QUEUED', 'ASSIGNED', 'UNASSIGNED', 'ASSIGNED'), false],
    ['not who takes whom the first put back', acts('QUEUED', 'ASSIGNED', 'QUEUED', 'ASSIGNED'), false],
  ])('%s', (_, actions, is) => {
    expect(isReassigned({ status: 'ACTIVE', actions })).toBe(is)
    expect(isReassigned({ status: 'CLOSED', actions })).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { afterReassignment, afterRequeue, afterTakeOver, isReassigned } from './reassignment.ts'
import { type ActionType, createAction } from './status/actions.ts'
import { ConsultationStatus } from './status/status.ts'
import { afterCall, afterClosing } from './status/steps.ts'

const by = 'CLINICIAN'
const at = (status: ConsultationStatus, ...types: ActionType[]) => ({
  status,
  actions: types.map((type) => createAction(type, by)),
})
const typesOf = (step: { actions: readonly { type: ActionType }[] } | undefined) =>
  step?.actions.map(({ type }) => type)

describe('a colleague takes over', () => {
  test('a waiting, a held or an already seen patient can be taken over', () => {
    for (const history of [at('QUEUED'), at('ACTIVE', 'ASSIGNED'), at('CLOSING', 'ASSIGNED', 'VIDEO_CALL_COMPLETED')])
      expect(afterTakeOver(history, by)).toMatchObject({ status: 'ACTIVE', actions: [{ type: 'ASSIGNED' }] })
  })
  test('a video call that is on continues, and the colleague may complete it', () => {
    const held = at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED')
    const step = afterTakeOver(held, by)
    expect(typesOf(step)).toEqual(['ASSIGNED'])
    const now = { status: 'ACTIVE' as const, actions: [...held.actions, ...(step?.actions ?? [])] }
    expect(afterCall(now, { medium: 'video', event: 'completed' }, { by, answered: true })?.status).toBe('CLOSING')
  })
  test('a phone call ends', () =>
    expect(typesOf(afterTakeOver(at('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED'), by))).toEqual([
      'PHONE_CALL_ENDED',
      'ASSIGNED',
    ]))
  test('a colleague may sign for a talk that was recorded before', () => {
    const talked = at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_COMPLETED', 'ASSIGNED')
    expect(afterClosing(talked, 'completed', by)?.status).toBe('CLOSED')
  })
  test.each(ConsultationStatus.options.filter((status) => !['QUEUED', 'ACTIVE', 'CLOSING'].includes(status)))(
    'a consultation that is %s cannot be taken over',
    (status) => expect(afterTakeOver(at(status), by)).toBeUndefined(),
  )
})

describe('a taken patient returns to the queue', () => {
  test('a requeue before any call counts no missed call', () =>
    expect(afterRequeue(at('ACTIVE', 'QUEUED', 'ASSIGNED'), by)).toMatchObject({
      status: 'QUEUED',
      actions: [{ type: 'QUEUED' }],
    }))
  test('a requeue after an earlier attempt counts no missed call', () =>
    expect(afterRequeue(at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_FAILED', 'UNASSIGNED', 'ASSIGNED'), by)).toBeDefined())
  test('a requeue is possible after a call that no participant joined', () =>
    expect(afterRequeue(at('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED', 'PHONE_CALL_ENDED'), by)).toBeDefined())
  test('a requeue is impossible during a call', () =>
    expect(afterRequeue(at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED'), by)).toBeUndefined())
  test('a requeue is impossible once both joined a call or a talk was recorded', () => {
    const { actions } = at('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED')
    const met = actions.map((action) => (action.type === 'VIDEO_CALL_STARTED' ? { ...action, joined: true } : action))
    expect(afterRequeue({ status: 'ACTIVE', actions: met }, by)).toBeUndefined()
    const talkedHistory = at(
      'ACTIVE',
      'ASSIGNED',
      'PHONE_CALL_STARTED',
      'PHONE_CALL_COMPLETED',
      'PHONE_CALL_STARTED',
      'PHONE_CALL_ENDED',
    )
    expect(afterRequeue(talkedHistory, by)).toBeUndefined()
  })
  test('a requeue is impossible from other states', () =>
    expect(afterRequeue(at('CLOSING', 'ASSIGNED'), by)).toBeUndefined())
})

test('a manager reassigns waiting patients only', () => {
  expect(afterReassignment(at('QUEUED'), by)).toMatchObject({ status: 'QUEUED', actions: [{ type: 'QUEUED' }] })
  expect(afterReassignment(at('ACTIVE'), by)).toBeUndefined()
})

describe('a consultation counts as reassigned', () => {
  const acts = (...types: ActionType[]) => types.map((type) => createAction(type, 'CLINICIAN'))
  test.each([
    ['not after the first assignment', acts('QUEUED', 'ASSIGNED'), false],
    ['after two assignments in a row', acts('QUEUED', 'ASSIGNED', 'ASSIGNED'), true],
    ['after an assignment during a call', acts('QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'ASSIGNED'), true],
    ['not when it was taken again after a missed call', acts('QUEUED', 'ASSIGNED', 'UNASSIGNED', 'ASSIGNED'), false],
    ['not when it was taken again after a requeue', acts('QUEUED', 'ASSIGNED', 'QUEUED', 'ASSIGNED'), false],
  ])('%s', (_, actions, is) => {
    expect(isReassigned({ status: 'ACTIVE', actions })).toBe(is)
    expect(isReassigned({ status: 'CLOSED', actions })).toBe(false)
  })
})

import { saveDraft } from '@cuida/core/care/queue/desk-api.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '../kit/api.ts'
import { useDraft } from './use-draft.ts'

vi.mock('../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

beforeEach(() => freezeTime())

const id = '10000000-0000-4000-8000-000000000001'

/** The notes at version 3, with a mock server that increments the version. */
async function notes() {
  const server = mockServer()
  server.reply(saveDraft, ({ body }) => ({ version: (body as { version: number }).version + 1 }))
  let draft = { text: 'Rest.', privateText: '', version: 3 }
  const screen = await renderHookWithQueries(() => useDraft({ id, draft }))
  return {
    server,
    screen,
    write: (text: string) => screen.act((it) => it.write({ text })),
    /** Simulates the poll (every two seconds) after another window has saved. */
    becomes: (text: string, version: number) => {
      draft = { text, privateText: '', version }
      return screen.rerender()
    },
    /** The saved notes for the patient. */
    saved: () =>
      server.requestsTo(saveDraft).map(({ body }) => {
        const { text, version } = body as { text: string; version: number }
        return { text, version }
      }),
  }
}

test('loaded notes are not saved again', async () => {
  const { screen, saved } = await notes()
  await advanceTime(60_000)
  expect(screen.current()).toMatchObject({ notes: { text: 'Rest.' }, saving: 'saved', failure: undefined })
  expect(saved()).toEqual([])
})

test('a change is saved one second after the last key, with the version that was read', async () => {
  const { screen, write, saved } = await notes()
  await write('Rest. W')
  await advanceTime(999)
  await write('Rest. Water.')
  expect(screen.current()).toMatchObject({ notes: { text: 'Rest. Water.' }, saving: 'typing' })
  await advanceTime(999)
  expect(saved()).toEqual([])
  await advanceTime(1)
  expect(saved()).toEqual([{ text: 'Rest. Water.', version: 3 }])
  expect(screen.current().saving).toBe('saved')
  await write('Rest. Water. Sleep.')
  await advanceTime(1_000)
  expect(saved().at(-1)).toEqual({ text: 'Rest. Water. Sleep.', version: 4 })
})

test('saving the private note and the notes for the patient keeps both', async () => {
  const { server, screen, write } = await notes()
  await screen.act((it) => it.write({ privateText: 'Worried' }))
  await write('Rest. Water.')
  await advanceTime(1_000)
  expect(server.requestsTo(saveDraft).map(({ body }) => body)).toEqual([
    { text: 'Rest. Water.', privateText: 'Worried', version: 3 },
  ])
})

test('a change during a save is saved afterwards, with the new version', async () => {
  const { server, screen, write, saved } = await notes()
  const { promise, resolve } = Promise.withResolvers<object>()
  server.reply(saveDraft, () => promise)
  await write('One')
  await advanceTime(1_000)
  expect(screen.current().saving).toBe('saving')
  await write('One, two')
  expect(screen.current().saving).toBe('saving')
  await actAndFlush(() => resolve({ version: 4 }))
  expect(screen.current().saving).toBe('typing')
  await advanceTime(1_000)
  expect(saved()).toEqual([
    { text: 'One', version: 3 },
    { text: 'One, two', version: 4 },
  ])
  expect(screen.current().saving).toBe('saved')
})

test('a failed save shows and is retried every five seconds', async () => {
  const { server, screen, write, saved } = await notes()
  server.refuse(saveDraft, 'UNEXPECTED', 503)
  await write('One')
  await advanceTime(1_000)
  expect(screen.current()).toMatchObject({ saving: 'failed', failure: { status: 503 }, notes: { text: 'One' } })
  await advanceTime(4_999)
  expect(saved()).toHaveLength(1)
  server.reply(saveDraft, { version: 4 })
  await advanceTime(1)
  expect(saved()).toHaveLength(2)
  expect(screen.current()).toMatchObject({ saving: 'saved', failure: undefined })
})

describe('a save from another window', () => {
  test('its text appears here while this window has no unsaved changes', async () => {
    const { screen, write, becomes, saved } = await notes()
    await becomes('Rest, says the other.', 4)
    expect(screen.current()).toMatchObject({ notes: { text: 'Rest, says the other.' }, saving: 'saved' })
    await write('Mine over it')
    await advanceTime(1_000)
    expect(saved()).toEqual([{ text: 'Mine over it', version: 4 }])
  })

  test('a late reply with an older version is ignored', async () => {
    const { screen, write, becomes } = await notes()
    await write('One')
    await advanceTime(1_000)
    await becomes('Rest.', 3)
    expect(screen.current().notes.text).toBe('One')
    await becomes('Something else', 4)
    expect(screen.current().notes.text).toBe('One')
  })

  test('unsaved text stays', async () => {
    const { screen, write, becomes } = await notes()
    await write('Mine')
    await becomes('Theirs', 4)
    expect(screen.current()).toMatchObject({ notes: { text: 'Mine' }, saving: 'typing' })
  })

  async function conflict() {
    const notesScreen = await notes()
    await notesScreen.write('Mine')
    notesScreen.server.refuse(saveDraft, 'CHANGED_MEANWHILE')
    await advanceTime(1_000)
    await notesScreen.becomes('Theirs', 7)
    return notesScreen
  }

  test('nothing is overwritten without a decision, however long the clinician waits or types', async () => {
    const { screen, write, saved } = await conflict()
    expect(screen.current()).toMatchObject({
      saving: 'conflict',
      failure: { code: 'CHANGED_MEANWHILE' },
      notes: { text: 'Mine' },
    })
    await write('Mine, longer')
    await advanceTime(60_000)
    expect(screen.current()).toMatchObject({ saving: 'conflict', notes: { text: 'Mine, longer' } })
    expect(saved()).toHaveLength(1)
  })

  test('keeping mine overwrites the version that the clinician saw', async () => {
    const { server, screen, saved } = await conflict()
    server.reply(saveDraft, { version: 8 })
    await screen.act((it) => it.keepMine())
    expect(screen.current().failure).toBeUndefined()
    await advanceTime(1_000)
    expect(saved().at(-1)).toEqual({ text: 'Mine', version: 7 })
    expect(screen.current()).toMatchObject({ saving: 'saved', notes: { text: 'Mine' } })
  })

  test('taking the other version sends nothing, and later changes build on it', async () => {
    const { server, screen, write, saved } = await conflict()
    server.reply(saveDraft, { version: 8 })
    await screen.act((it) => it.takeTheirs())
    expect(screen.current()).toMatchObject({ saving: 'saved', notes: { text: 'Theirs' }, failure: undefined })
    await advanceTime(60_000)
    expect(saved()).toHaveLength(1)
    await write('Theirs, and mine')
    await advanceTime(1_000)
    expect(saved().at(-1)).toEqual({ text: 'Theirs, and mine', version: 7 })
    await screen.unmount()
    expect(saved()).toHaveLength(2)
  })
})

describe('switching to another patient within the second before saving', () => {
  test('no text is lost', async () => {
    const { screen, write, saved } = await notes()
    await write('One')
    await screen.unmount()
    expect(saved()).toEqual([{ text: 'One', version: 3 }])
    await advanceTime(60_000)
    expect(saved()).toHaveLength(1)
  })

  test('nothing is sent when all is saved', async () => {
    const { screen, write, saved } = await notes()
    await write('One')
    await advanceTime(1_000)
    await screen.unmount()
    expect(saved()).toHaveLength(1)
  })

  test('a pending save completes, and the rest is saved with its version', async () => {
    const { server, screen, write, saved } = await notes()
    const { promise, resolve } = Promise.withResolvers<object>()
    server.reply(saveDraft, () => promise)
    await write('One')
    await advanceTime(1_000)
    await write('One, two')
    await screen.unmount()
    expect(saved()).toHaveLength(1)
    await actAndFlush(() => resolve({ version: 4 }))
    expect(saved().at(-1)).toEqual({ text: 'One, two', version: 4 })
  })

  test('closing the window saves too, and a window that stays open goes on', async () => {
    const { screen, write, saved } = await notes()
    await write('One')
    await screen.act(() => dispatchEvent(new Event('pagehide')))
    expect(saved()).toEqual([{ text: 'One', version: 3 }])
    await screen.unmount()
    await actAndFlush(() => dispatchEvent(new Event('pagehide')))
    expect(saved()).toHaveLength(1)
  })
})

describe('leaving a patient whose notes could not be saved', () => {
  const unloading = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  /** The same patient later, with the server’s notes of that time. */
  const comeBack = (text: string, version: number) =>
    renderHookWithQueries(() => useDraft({ id, draft: { text, privateText: '', version } }))
  beforeEach(() => signInTestUser(session))

  async function leaveNotes(code: 'CHANGED_MEANWHILE' | 'UNEXPECTED') {
    const notesScreen = await notes()
    notesScreen.server.refuse(saveDraft, code, code === 'UNEXPECTED' ? 503 : 409)
    await notesScreen.write('Mine')
    await notesScreen.screen.unmount()
    expect(notesScreen.saved()).toHaveLength(1)
    return notesScreen
  }

  test('the clinician chooses a version on return, and closing the window asks first', async () => {
    const { saved } = await leaveNotes('CHANGED_MEANWHILE')
    await advanceTime(60_000)
    expect(saved()).toHaveLength(1)
    expect(unloading()).toBe(true)
    const back = await comeBack('Theirs', 7)
    expect(back.current().notes.text).toBe('Mine')
    await advanceTime(1_000)
    expect(saved().at(-1)).toEqual({ text: 'Mine', version: 3 })
    expect(back.current()).toMatchObject({ notes: { text: 'Mine' }, saving: 'conflict' })
    expect(unloading()).toBe(true)
    await back.act((it) => it.takeTheirs())
    expect(back.current()).toMatchObject({ notes: { text: 'Theirs' }, saving: 'saved' })
    expect(unloading()).toBe(false)
    await back.unmount()
    expect((await comeBack('Theirs', 7)).current().notes.text).toBe('Theirs')
  })

  test('the notes are sent again until they arrive', async () => {
    const { server, saved } = await leaveNotes('UNEXPECTED')
    await advanceTime(5_000)
    expect(saved()).toHaveLength(2)
    server.reply(saveDraft, { version: 4 })
    await advanceTime(5_000)
    expect(saved().at(-1)).toEqual({ text: 'Mine', version: 3 })
    await advanceTime(60_000)
    expect(saved()).toHaveLength(3)
    expect(unloading()).toBe(false)
    expect((await comeBack('Mine', 4)).current()).toMatchObject({ notes: { text: 'Mine' }, saving: 'saved' })
  })

  test('a return before that leaves only one sender', async () => {
    const { server, saved } = await leaveNotes('UNEXPECTED')
    server.reply(saveDraft, { version: 4 })
    const back = await comeBack('Rest.', 3)
    await advanceTime(60_000)
    expect(saved()).toHaveLength(2)
    expect(back.current()).toMatchObject({ notes: { text: 'Mine' }, saving: 'saved' })
  })

  test('the next user who signs in finds no notes', async () => {
    await leaveNotes('CHANGED_MEANWHILE')
    session.signOut()
    expect(unloading()).toBe(false)
    expect((await comeBack('Theirs', 7)).current().notes.text).toBe('Theirs')
  })

  test('a session that ended before saving leaves no notes either', async () => {
    const { server, write, screen } = await notes()
    server.refuse(saveDraft, 'UNEXPECTED', 503)
    await write('Mine')
    session.signOut()
    await screen.unmount()
    expect(unloading()).toBe(false)
    expect((await comeBack('Rest.', 3)).current().notes.text).toBe('Rest.')
  })
})

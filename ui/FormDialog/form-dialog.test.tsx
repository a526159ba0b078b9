import { afterEach, describe, expect, test, vi } from 'vitest'
import { askedIn, NO_NETWORK, TAKEN, WRONG_NAME } from './test-form-dialog.tsx'

const typed = { name: 'Ana', reason: 'She asked' }
afterEach(() => vi.restoreAllMocks())

test('it says what will happen, asks, and names what is pressed', async () => {
  const dialog = await askedIn()
  expect(dialog.text()).toMatch(/Move.*They are told\..*Name.*Reason.*Save/s)
  expect(dialog.markup()).not.toContain('aria-disabled')
  await dialog.escape()
  expect(dialog.onClose).toHaveBeenCalledOnce()
})

test('Enter on a choice does what its button says, unless that cannot be undone', async () => {
  expect(await (await askedIn()).isEnterKept('radio')).toBe(false)
  const danger = await askedIn({}, { variant: 'danger' })
  expect(await danger.isEnterKept('radio')).toBe(true)
  expect(await danger.isEnterKept('text')).toBe(false)
})

describe('what is wrong', () => {
  const focused = () => {
    const focus = vi.fn()
    vi.spyOn(document, 'getElementById').mockImplementation(
      (id) => ({ closest: () => null, focus: () => focus(id) }) as unknown as HTMLElement,
    )
    return focus
  }
  test('is said at its field, which has the focus; nothing is sent', async () => {
    const dialog = await askedIn()
    const focus = focused()
    await dialog.type({ name: 'Ana' })
    await dialog.submit()
    expect(dialog.text()).toContain('reason REQUIRED')
    expect(focus).toHaveBeenCalledExactlyOnceWith(dialog.now().field('reason').id)
    expect(dialog.sent).not.toHaveBeenCalled()
    await dialog.type({ reason: 'S' })
    expect(dialog.text()).not.toContain('REQUIRED')
  })
  test('in several fields, is said of each above them all', async () => {
    const dialog = await askedIn()
    const focus = focused()
    await dialog.submit()
    expect(dialog.text()).toMatch(/There is a problem.*name REQUIRED.*reason REQUIRED.*Name/s)
    expect(focus).not.toHaveBeenCalled()
  })
  test('by what the server says of a field, too: what was typed stays', async () => {
    const dialog = await askedIn()
    const focus = focused()
    await dialog.type(typed)
    await dialog.submit()
    await dialog.fail(WRONG_NAME)
    expect(dialog.text()).toContain('name TAKEN')
    expect(dialog.text()).not.toContain('Why:')
    expect(focus).toHaveBeenCalledExactlyOnceWith(dialog.now().field('name').id)
    expect(dialog.now().values).toEqual(typed)
  })
  test('of some radios, the one that is chosen has the focus', async () => {
    const dialog = await askedIn()
    const first = vi.fn()
    const chosen = vi.fn()
    const group = { querySelector: () => ({ focus: chosen }) }
    const radio = { closest: () => group, focus: first }
    vi.spyOn(document, 'getElementById').mockReturnValue(radio as unknown as HTMLElement)
    await dialog.type({ name: 'Ana' })
    await dialog.submit()
    expect(chosen).toHaveBeenCalledOnce()
    expect(first).not.toHaveBeenCalled()
  })
})

describe('while it is under way', () => {
  test('its button and the way out say so, and neither Escape nor a press closes it', async () => {
    const dialog = await askedIn()
    await dialog.type(typed)
    await dialog.submit()
    expect(dialog.markup()).toMatch(/<button[^>]*type="submit"[^>]*aria-busy="true"/)
    expect(dialog.markup()).toMatch(/aria-disabled="true">Close/)
    await dialog.escape()
    dialog.now().close()
    expect(dialog.onClose).not.toHaveBeenCalled()
  })
  test('what is pressed twice is sent once', async () => {
    const dialog = await askedIn()
    await dialog.type(typed)
    await dialog.submitTwice()
    await dialog.submit()
    expect(dialog.sent).toHaveBeenCalledExactlyOnceWith(typed)
  })
  test('a browser that shuts it all the same is told to show it again', async () => {
    const dialog = await askedIn()
    expect(await dialog.forcedShut()).toBe(true)
  })
})

describe.each([
  ['refused', TAKEN],
  ['lost on its way', NO_NETWORK],
])('what was %s', (_, failure) => {
  test('is said, stays as it was typed, and can be sent again or left', async () => {
    const dialog = await askedIn({ done: () => 'Moved' })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.fail(failure)
    expect(dialog.text()).toContain(`Why:  ${failure}`)
    expect(dialog.now()).toMatchObject({ values: typed, busy: false })
    expect(dialog.onClose).not.toHaveBeenCalled()
    expect(dialog.toast).not.toHaveBeenCalled()
    await dialog.submit()
    expect(dialog.text()).not.toContain('Why:')
    await dialog.answer()
    expect(dialog.sent).toHaveBeenCalledTimes(2)
    expect(dialog.onClose).toHaveBeenCalledOnce()
  })
  test('leaves the way out open', async () => {
    const dialog = await askedIn()
    await dialog.type(typed)
    await dialog.submit()
    await dialog.fail(failure)
    await dialog.escape()
    expect(dialog.onClose).toHaveBeenCalledOnce()
  })
})

describe('what is done', () => {
  test('is told with what was answered and typed, said, and closes the dialog', async () => {
    const done = vi.fn(() => 'Moved')
    const dialog = await askedIn({ done })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.answer('at four')
    expect(done).toHaveBeenCalledExactlyOnceWith('at four', typed)
    expect(dialog.toast).toHaveBeenCalledExactlyOnceWith('Moved')
    expect(dialog.onClose).toHaveBeenCalledOnce()
  })
  test('stays where something is left to read', async () => {
    const dialog = await askedIn({ done: () => false })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.answer()
    expect(dialog.onClose).not.toHaveBeenCalled()
    expect(dialog.toast).not.toHaveBeenCalled()
  })
  test('is said, and closes nothing, where the dialog is gone by then: another may stand in its place', async () => {
    const dialog = await askedIn({ done: () => 'Moved' })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.leave()
    await dialog.answer()
    expect(dialog.toast).toHaveBeenCalledExactlyOnceWith('Moved')
    expect(dialog.onClose).not.toHaveBeenCalled()
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { NAME_FIELD_ERROR, NETWORK_ERROR, renderTestFormDialog, TAKEN_REFUSAL } from './test-form-dialog.tsx'

const typed = { name: 'Ana', reason: 'She asked' }
afterEach(() => vi.restoreAllMocks())

test('the dialog shows explanation, fields and a labelled submit button', async () => {
  const dialog = await renderTestFormDialog()
  expect(dialog.text()).toMatch(/Move.*They are told\..*Name.*Reason.*Save/s)
  expect(dialog.markup()).not.toContain('aria-disabled')
  await dialog.escape()
  expect(dialog.onClose).toHaveBeenCalledOnce()
})

test('Enter on a radio button submits, unless the action cannot be undone', async () => {
  expect(await (await renderTestFormDialog()).isEnterKept('radio')).toBe(false)
  const danger = await renderTestFormDialog({}, { variant: 'danger' })
  expect(await danger.isEnterKept('radio')).toBe(true)
  expect(await danger.isEnterKept('text')).toBe(false)
})

describe('validation errors', () => {
  const focused = () => {
    const focus = vi.fn()
    vi.spyOn(document, 'getElementById').mockImplementation(
      (id) => ({ closest: () => null, focus: () => focus(id) }) as unknown as HTMLElement,
    )
    return focus
  }
  test('one error shows at its field, which takes the focus, and nothing is sent', async () => {
    const dialog = await renderTestFormDialog()
    const focus = focused()
    await dialog.type({ name: 'Ana' })
    await dialog.submit()
    expect(dialog.text()).toContain('reason REQUIRED')
    expect(focus).toHaveBeenCalledExactlyOnceWith(dialog.now().field('reason').id)
    expect(dialog.sent).not.toHaveBeenCalled()
    await dialog.type({ reason: 'S' })
    expect(dialog.text()).not.toContain('REQUIRED')
  })
  test('several errors also show in a summary above the fields', async () => {
    const dialog = await renderTestFormDialog()
    const focus = focused()
    await dialog.submit()
    expect(dialog.text()).toMatch(/There is a problem.*name REQUIRED.*reason REQUIRED.*Name/s)
    expect(focus).not.toHaveBeenCalled()
  })
  test('field errors from the server show too, and the typed values stay', async () => {
    const dialog = await renderTestFormDialog()
    const focus = focused()
    await dialog.type(typed)
    await dialog.submit()
    await dialog.fail(NAME_FIELD_ERROR)
    expect(dialog.text()).toContain('name TAKEN')
    expect(dialog.text()).not.toContain('Why:')
    expect(focus).toHaveBeenCalledExactlyOnceWith(dialog.now().field('name').id)
    expect(dialog.now().values).toEqual(typed)
  })
  test('in a radio group the selected option takes the focus', async () => {
    const dialog = await renderTestFormDialog()
    const first = vi.fn()
    const focus = vi.fn()
    const group = { querySelector: () => ({ focus }) }
    const radio = { closest: () => group, focus: first }
    vi.spyOn(document, 'getElementById').mockReturnValue(radio as unknown as HTMLElement)
    await dialog.type({ name: 'Ana' })
    await dialog.submit()
    expect(focus).toHaveBeenCalledOnce()
    expect(first).not.toHaveBeenCalled()
  })
})

describe('a pending submit', () => {
  test('the buttons show the pending state, and neither Escape nor a press outside closes the dialog', async () => {
    const dialog = await renderTestFormDialog()
    await dialog.type(typed)
    await dialog.submit()
    expect(dialog.markup()).toMatch(/<button[^>]*type="submit"[^>]*aria-busy="true"/)
    expect(dialog.markup()).toMatch(/aria-disabled="true">Close/)
    await dialog.escape()
    dialog.now().close()
    expect(dialog.onClose).not.toHaveBeenCalled()
  })
  test('a double press sends one request', async () => {
    const dialog = await renderTestFormDialog()
    await dialog.type(typed)
    await dialog.submitTwice()
    await dialog.submit()
    expect(dialog.sent).toHaveBeenCalledExactlyOnceWith(typed, undefined)
  })
  test('a dialog that the browser closes opens again', async () => {
    const dialog = await renderTestFormDialog()
    expect(await dialog.forcedShut()).toBe(true)
  })
})

describe.each([
  ['refused', TAKEN_REFUSAL],
  ['lost for lack of a network', NETWORK_ERROR],
])('a submit that was %s', (_, failure) => {
  test('the failure shows, the values stay, and the form can be submitted again or left', async () => {
    const dialog = await renderTestFormDialog({ done: () => 'Moved' })
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
  test('the dialog can be closed', async () => {
    const dialog = await renderTestFormDialog()
    await dialog.type(typed)
    await dialog.submit()
    await dialog.fail(failure)
    await dialog.escape()
    expect(dialog.onClose).toHaveBeenCalledOnce()
  })
})

describe('a successful submit', () => {
  test('the callback receives reply and values, a toast shows, and the dialog closes', async () => {
    const done = vi.fn(() => 'Moved')
    const dialog = await renderTestFormDialog({ done })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.answer('at four')
    expect(done).toHaveBeenCalledExactlyOnceWith('at four', typed)
    expect(dialog.toast).toHaveBeenCalledExactlyOnceWith('Moved')
    expect(dialog.onClose).toHaveBeenCalledOnce()
  })
  test('the dialog stays open when it has something left to read', async () => {
    const dialog = await renderTestFormDialog({ done: () => false })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.answer()
    expect(dialog.onClose).not.toHaveBeenCalled()
    expect(dialog.toast).not.toHaveBeenCalled()
  })
  test('after an unmount the toast shows and `onClose` is not called, so that no other dialog closes', async () => {
    const dialog = await renderTestFormDialog({ done: () => 'Moved' })
    await dialog.type(typed)
    await dialog.submit()
    await dialog.leave()
    await dialog.answer()
    expect(dialog.toast).toHaveBeenCalledExactlyOnceWith('Moved')
    expect(dialog.onClose).not.toHaveBeenCalled()
  })
})

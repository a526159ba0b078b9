import { expect, test, vi } from 'vitest'
import { createSubmitLock } from './submit-lock.ts'

function held() {
  const calls: { resolve: () => void; reject: (error: Error) => void }[] = []
  const work = vi.fn(() => new Promise<void>((resolve, reject) => void calls.push({ resolve, reject })))
  return { work, calls }
}

test('a submit sets the flag before it sends, and no other submit starts meanwhile [B4.26]', async () => {
  const { work, calls } = held()
  const submit = createSubmitLock()
  const first = submit.run(work)
  expect(submit.isBusy()).toBe(true)
  await submit.run(work)
  expect(work).toHaveBeenCalledTimes(1)
  calls[0]?.resolve()
  await first
  expect(submit.isBusy()).toBe(false)
})

test('a failure clears the flag, and the next submit is sent', async () => {
  const { work, calls } = held()
  const submit = createSubmitLock()
  const first = submit.run(work)
  calls[0]?.reject(new Error('declined'))
  await expect(first).rejects.toThrow('declined')
  expect(submit.isBusy()).toBe(false)
  void submit.run(work)
  expect(work).toHaveBeenCalledTimes(2)
})

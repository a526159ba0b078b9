import { beforeEach, expect, test } from 'vitest'
import { keepInputOverReload, restoreInput } from './input-over-reload.ts'

const FORM = `
  <input name="first"><input name="first"><input type="password" name="secret"><input autocomplete="one-time-code">
  <textarea></textarea><select name="kind"><option>a</option><option>b</option></select>
  <input type="radio" name="_r_1_sex" value="f"><input type="radio" name="_r_1_sex" value="m"><input type="checkbox">`
const fields = () => [...document.body.querySelectorAll<HTMLInputElement>('input, textarea, select')]
const values = () => fields().map(({ type, checked, value }) => (/radio|box/.test(type) ? checked : value))
const TYPED = ['Ana', 'Luz', '', '', 'I cough', 'b', false, true, true]

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/form')
  document.body.innerHTML = FORM
  for (const [at, text] of ['Ana', 'Luz', 'secret', '123456', 'I cough', 'b'].entries())
    Object.assign(fields()[at] ?? {}, { value: text })
  fields()[7]?.click()
  fields()[8]?.click()
  keepInputOverReload()
  dispatchEvent(new Event('pagehide'))
  document.body.innerHTML = ''
})

test('what was typed is in the fields after a reload as they appear, apart from secrets, and is not kept', async () => {
  expect(JSON.stringify(sessionStorage)).not.toMatch(/secret"|123456/)
  restoreInput()
  expect(sessionStorage.length).toBe(0)
  const events: string[] = []
  document.body.addEventListener('input', ({ target }) => events.push((target as HTMLInputElement).name))
  document.body.innerHTML = FORM.replaceAll('_r_1_', '_r_2a_')
  await expect.poll(values).toEqual(TYPED)
  expect(events).toContain('first')
})

test('another page stays empty', () => {
  history.replaceState(null, '', '/other')
  document.body.innerHTML = FORM
  const empty = values()
  restoreInput()
  expect(values()).toEqual(empty)
  expect(sessionStorage.length).toBe(0)
})

import { expect, test } from 'vitest'
import { renderScreen } from '../testing/render-screen.ts'
import { EmailInput } from './EmailInput.tsx'

test('an e-mail field does not use the browser’s validation and shows a keyboard with @', async () => {
  const screen = await renderScreen(<EmailInput label="E-mail" value="josé@clínica.example" onChange={() => {}} />)
  const input = screen.container.querySelector('input')
  expect([input?.type, input?.inputMode, input?.value]).toEqual(['text', 'email', 'josé@clínica.example'])
})

import type { ComponentProps } from 'react'
import { TextInput } from '../TextInput/TextInput.tsx'

/**
 * An e-mail address. Not `type="email"`: browsers turn a domain such as clínica.example into punycode in the value,
 * and reject accented letters before the @.
 */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'inputMode'>) {
  return <TextInput inputMode="email" autoCapitalize="none" autoCorrect="off" spellCheck={false} {...props} />
}

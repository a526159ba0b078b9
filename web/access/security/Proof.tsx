import { Button } from '@cuida/ui/Button/Button.tsx'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { canUsePasskeys } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { PasskeySubmit } from '@cuida/ui/passkeys/PasskeySubmit.tsx'
import type { ComponentProps } from 'react'
import { useSecurity } from './security-queries.ts'

// The parts of a form that asks again who is there, before an action that a borrowed device must not do. An account
// without a password, from an identity provider, has its passkeys only.

/** Whether the person can confirm with a passkey on this device. */
export const useHasPasskey = (): boolean => (useSecurity().data?.hasPasskey ?? false) && canUsePasskeys()

const useHasPassword = (): boolean => useSecurity().data?.hasPassword !== false

export function ProofPassword(props: Omit<ComponentProps<typeof PasswordInput>, 'autoComplete'>) {
  return useHasPassword() ? <PasswordInput autoComplete="current-password" {...props} /> : null
}

interface ProofButtonsProps {
  action: string
  danger?: boolean | undefined
  icon?: IconName
  busy: boolean
}

/** The form's button, and one that confirms with a passkey instead. */
export function ProofButtons({ action, danger, icon, busy }: ProofButtonsProps) {
  const hasPassword = useHasPassword()
  const hasPasskey = useHasPasskey()
  return (
    <>
      {hasPassword && (
        <Button type="submit" variant={danger ? 'danger' : 'primary'} icon={icon} busy={busy}>
          {action}
        </Button>
      )}
      {hasPasskey && <PasskeySubmit danger={danger ? action : undefined} />}
    </>
  )
}

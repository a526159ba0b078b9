import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { ReactNode } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { useHasPasskey } from './Proof.tsx'
import { useSecurity } from './security-queries.ts'

/** Guards screens that ask for a proof: accounts created with Google without password or passkey are led to choose one. */
export function PasswordGate({ children }: { children: ReactNode }) {
  const { data, error } = useSecurity()
  const hasPasskey = useHasPasskey()
  if (error) return <FailureAlert failure={error} />
  if (!data) return <Skeleton lines={4} />
  if (data.hasPassword || hasPasskey) return children
  return (
    <Alert
      tone="info"
      title={t('access.noPassword.title')}
      action={
        <LinkButton href={pathOf('firstPassword')} fit>
          {t('access.noPassword.action')}
        </LinkButton>
      }
    >
      {t('access.noPassword.text')}
    </Alert>
  )
}

import { myPasskeys } from '@cuida/core/access/passkey/passkey-api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Passkeys } from '@cuida/ui/passkeys/Passkeys.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useQuery } from '../../kit/queries.ts'
import { PasswordGate } from '../security/PasswordGate.tsx'
import css from '../security/Security.module.css'
import { useSecurity } from '../security/security-queries.ts'
import { patientPasskeys } from './passkey-calls.ts'

/** The passkeys that sign in to the account. */
export function PasskeysScreen() {
  const { timeZone } = usePartner()
  const { data, error } = useQuery(myPasskeys)
  const security = useSecurity()
  const cache = useQueryClient()
  return (
    <Screen title={t('ui.passkeys.title')} lead={t('access.passkey.intro')}>
      <div className={css.page}>
        <FailureAlert failure={error ?? security.error} />
        {!(data && security.data) && !error && !security.error && <Skeleton lines={4} />}
        {data && security.data && (
          <Passkeys
            items={data.items}
            calls={patientPasskeys}
            asksCode={security.data.secondFactor === 'totp'}
            when={(moment) => formatRelativeMoment(moment, timeZone)}
            refused={(failure) => <FailureAlert failure={failure} />}
            gate={(form) => <PasswordGate>{form}</PasswordGate>}
            onChange={() => void invalidateQueries(cache, [myPasskeys])}
          />
        )}
      </div>
    </Screen>
  )
}

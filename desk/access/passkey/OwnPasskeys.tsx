import { myDeskPasskeys } from '@cuida/core/access/passkey/passkey-api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Passkeys } from '@cuida/ui/passkeys/Passkeys.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { formatWhen } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { useQuery } from '../../kit/queries.ts'
import css from './OwnPasskeys.module.css'
import { staffPasskeys } from './passkey-calls.ts'

/** The passkeys of the signed-in person. */
export function OwnPasskeys() {
  const { data, error } = useQuery(myDeskPasskeys)
  const cache = useQueryClient()
  return (
    <section className={css.section}>
      <h3>{t('ui.passkeys.title')}</h3>
      <p>{t('desk.passkeys.intro')}</p>
      <Failure failure={error} />
      {data && (
        <Passkeys
          items={data.items}
          calls={staffPasskeys}
          asksCode
          when={formatWhen}
          refused={(failure) => <Failure failure={failure} />}
          onChange={() => void invalidateQueries(cache, [myDeskPasskeys])}
        />
      )}
    </section>
  )
}

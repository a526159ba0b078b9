import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SessionList } from '@cuida/ui/SessionList/SessionList.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import css from './Security.module.css'
import { useEndSession, useMySessions, useSecurity } from './security-queries.ts'

/** Password, passkeys, second factor, Google and open sessions of the account. */
export function SecurityScreen() {
  const { data } = useSecurity()
  const hasNone = data?.hasPassword === false
  return (
    <Screen title={t('access.security.title')}>
      <div className={css.page}>
        <List>
          <ListRow
            icon="lock"
            title={t('access.security.password')}
            detail={t(hasNone ? 'access.security.noPassword' : 'access.security.passwordDetail')}
            href={pathOf(hasNone ? 'firstPassword' : 'changePassword')}
          />
          <ListRow
            icon="key"
            title={t('ui.passkeys.title')}
            detail={t('access.passkey.row')}
            href={pathOf('passkeys')}
          />
          <ListRow
            icon="phone"
            title={t('access.security.authenticator')}
            detail={data && t(`access.security.factor.${data.secondFactor}`)}
            href={pathOf('authenticator')}
          />
          {data && data.google !== 'off' && (
            <ListRow
              icon="user"
              title="Google"
              detail={t(`access.google.row.${data.google}`)}
              href={pathOf('google')}
            />
          )}
        </List>
        <Section title={t('ui.sessions.title')}>
          <OpenSessions />
        </Section>
      </div>
    </Screen>
  )
}

/** The account's sessions; each one but this can be ended. */
function OpenSessions() {
  const { timeZone } = usePartner()
  const { data, error } = useMySessions()
  const end = useEndSession()
  if (error) return <FailureAlert failure={error} />
  if (!data) return <Skeleton lines={3} />
  const close = (id: string) => end.mutate(id, { onSuccess: () => showToast(t('ui.sessions.ended')) })
  return (
    <>
      <FailureAlert failure={end.error} />
      <SessionList
        items={data.items}
        ending={end.isPending ? end.variables : undefined}
        when={(moment) => formatRelativeMoment(moment, timeZone)}
        onEnd={close}
      />
    </>
  )
}

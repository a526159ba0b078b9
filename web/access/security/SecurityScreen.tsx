import { Section } from '@cuida/ui/Card/Card.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../../routes.ts'
import { OpenSessions } from './OpenSessions.tsx'
import css from './Security.module.css'
import { useSecurity } from './security-queries.ts'

/** What guards the account, and where it is open. */
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

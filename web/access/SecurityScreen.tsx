import { Section } from '@cuida/ui/Card/Card.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../routes.ts'
import { OpenSessions } from './OpenSessions.tsx'
import css from './Security.module.css'
import { useSecurity } from './security-queries.ts'

/** What guards the account, and where it is open. */
export function SecurityScreen() {
  const { data } = useSecurity()
  return (
    <Screen title={t('access.security.title')}>
      <div className={css.page}>
        <List>
          <ListRow
            icon="lock"
            title={t('access.security.password')}
            detail={t('access.security.passwordDetail')}
            href={pathOf('changePassword')}
          />
          <ListRow
            icon="phone"
            title={t('access.security.authenticator')}
            detail={data && t(`access.security.factor.${data.secondFactor}`)}
            href={pathOf('authenticator')}
          />
        </List>
        <Section title={t('access.security.sessions')}>
          <OpenSessions />
        </Section>
      </div>
    </Screen>
  )
}

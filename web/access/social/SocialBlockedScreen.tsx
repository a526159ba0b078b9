import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../../routes.ts'
import css from '../registration/ProfileForm.module.css'
import { BlockedNotice } from '../sign-in/BlockedNotice.tsx'

/** The end of a way back from Google for somebody whose account staff have blocked. */
export function SocialBlockedScreen() {
  return (
    <Screen title={t('access.connect.blockedTitle')}>
      <div className={css.form}>
        <BlockedNotice />
        <LinkButton variant="quiet" href={pathOf('welcome')}>
          {t('access.connect.toWelcome')}
        </LinkButton>
      </div>
    </Screen>
  )
}

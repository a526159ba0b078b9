import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../../routes.ts'

/** The documents open beside the form: what is typed stays where it is. */
export function TermsLabel() {
  return (
    <>
      {t('access.profile.accept')}{' '}
      <a href={pathOf('termsAndConditions')} target="_blank" rel="noreferrer">
        {t('access.profile.terms')}
      </a>{' '}
      {t('access.profile.and')}{' '}
      <a href={pathOf('privacyPolicy')} target="_blank" rel="noreferrer">
        {t('access.profile.privacy')}
      </a>
    </>
  )
}

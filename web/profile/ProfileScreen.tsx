import { LOCALE_NAMES, type Locale } from '@cuida/core/brand/locale.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { cutName, fullDate } from '@cuida/ui/words/format.ts'
import { t, useLocale } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { signOut, useSession } from '../kit/session.tsx'
import { chooseLanguage } from '../kit/words.ts'
import { pathOf } from '../routes.ts'
import css from './ProfileScreen.module.css'

/** Spec 1 §2 "Profile": who I am here, the language, and the way out. */
export function ProfileScreen() {
  const { profile } = useSession()
  const { partnerName } = usePartner()
  if (!profile) return <Skeleton lines={6} />
  const document = profile.document?.documentNumber ?? profile.cpf
  return (
    <Screen title={cutName(`${profile.firstName} ${profile.lastName}`)}>
      <div className={css.page}>
        <DescriptionList
          items={[
            { term: t('profile.phone'), description: profile.phone.number },
            { term: t('profile.email'), description: profile.email },
            { term: t('profile.dateOfBirth'), description: fullDate(profile.dateOfBirth) },
            ...(document ? [{ term: t('profile.document'), description: document }] : []),
          ]}
        />
        <LanguageChoice />
        <LinkButton href={pathOf('about')} variant="quiet" icon="info">
          {t('profile.about', { partner: partnerName })}
        </LinkButton>
        <Button icon="logout" onClick={() => void signOut()}>
          {t('profile.signOut')}
        </Button>
      </div>
    </Screen>
  )
}

function LanguageChoice() {
  const { languages } = usePartner()
  const locale = useLocale()
  return (
    <RadioGroup
      label={t('profile.language')}
      value={locale}
      onChange={(chosen) => void chooseLanguage(chosen)}
      options={languages.map((language: Locale) => ({ value: language as string, label: LOCALE_NAMES[language] }))}
    />
  )
}

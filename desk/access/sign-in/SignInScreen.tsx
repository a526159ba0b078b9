import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { usePartner } from '../../kit/partner.ts'
import { LanguageSelect } from '../../kit/place/LanguageSelect.tsx'
import { Logo } from '../../kit/place/Logo.tsx'
import { type Notice, PasswordForm } from './PasswordForm.tsx'
import css from './SignInScreen.module.css'
import { TotpForm } from './TotpForm.tsx'

/** The desk's door: e-mail and password, then always the authenticator (product 3.10). */
export function SignInScreen({ notice }: { notice: Notice }) {
  const [token, setToken] = useState<string>()
  const partner = usePartner()
  const title = t(token ? 'desk.signIn.codeTitle' : 'desk.signIn.title')
  useEffect(() => {
    document.title = [title, partner?.partnerName].filter(Boolean).join(' · ')
  }, [title, partner])
  return (
    <div className={css.page}>
      <main className={css.card}>
        <div className={css.head}>
          <Logo />
          <LanguageSelect />
        </div>
        <h1>{title}</h1>
        {token ? (
          <TotpForm token={token} onBack={() => setToken(undefined)} />
        ) : (
          <PasswordForm notice={notice} onToken={setToken} />
        )}
      </main>
    </div>
  )
}

import { staffTotp } from '@cuida/core/access/team/staff-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { typedCode } from '@cuida/ui/CodeInput/typed-code.ts'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { session } from '../../kit/api.ts'
import { Failure } from '../../kit/Failure.tsx'
import { useDeed } from '../../kit/reads.ts'
import css from './SignInScreen.module.css'
import { enterCode } from './sign-in.ts'

/** Six digits of the authenticator, which submit themselves. */
export function TotpForm({ token, onBack }: { token: string; onBack: () => void }) {
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)
  const enter = useDeed((given: string) => enterCode(token, given), { onDone: (reply) => session.signIn(reply) })
  const wrong = refusedWith(staffTotp, enter.error, 'WRONG_CODE') ? enter.words : undefined
  // The first token lives some minutes only: who comes back later starts again.
  const late = enter.error instanceof CallFailed && enter.error.status === 401
  return (
    <form
      className={css.form}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const given = typedCode(new FormData(event.currentTarget))
        setShort(given.length !== 6)
        if (given.length === 6 && !enter.isPending) enter.mutate(given)
      }}
    >
      <p>{t('desk.signIn.codeHint')}</p>
      {!wrong && <Failure failure={late ? new CallFailed(400, '', { code: 'TOO_LATE' }) : enter.error} />}
      <CodeInput
        id="code"
        name="code"
        label={t('desk.signIn.code')}
        value={code}
        onChange={setCode}
        error={short ? t('desk.signIn.missing.code') : wrong}
        autoFocus
      />
      <Button type="submit" variant="primary" busy={enter.isPending}>
        {t('desk.signIn.continue')}
      </Button>
      <Button variant="quiet" icon="back" onClick={onBack}>
        {t('desk.signIn.back')}
      </Button>
    </form>
  )
}

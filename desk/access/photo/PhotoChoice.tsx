import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { CropDialog } from './CropDialog.tsx'
import { type Chosen, type ChosenProblem, letGo, openChosen } from './chosen.ts'
import css from './Photo.module.css'
import { useRemovePhoto } from './queries.ts'

const KINDS = 'image/jpeg,image/png,image/webp'

interface PhotoChoiceProps {
  title: string
  clinicianId: string
  name: string
  photo: string | null
}

/** Whose face patients see: there, to be chosen, or taken away. */
export function PhotoChoice({ title, clinicianId, name, photo }: PhotoChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const { chosen, problem, choose, leave } = useChosen()
  const remove = useRemovePhoto(clinicianId)
  return (
    <section className={css.choice} aria-label={title}>
      <Avatar name={name} photo={photo} size={128} />
      <div className={css.words}>
        <h3>{title}</h3>
        <p>{t('desk.photo.hint')}</p>
        {problem && <p role="alert">{t(`desk.photo.problem.${problem}`)}</p>}
        <Failure failure={remove.error} />
        <div className={css.acts}>
          <input
            ref={input}
            type="file"
            accept={KINDS}
            hidden
            aria-label={t('desk.photo.choose')}
            onChange={({ target }) => {
              choose(target.files?.[0])
              // The same file again is a choice too.
              target.value = ''
            }}
          />
          <Button fit icon="upload" onClick={() => input.current?.click()}>
            {t(photo ? 'desk.photo.replace' : 'desk.photo.choose')}
          </Button>
          {photo && (
            <Button
              fit
              variant="quiet"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: () => showToast(t('desk.photo.removed')) })}
            >
              {t('desk.photo.remove')}
            </Button>
          )}
        </div>
      </div>
      {chosen && <CropDialog chosen={chosen} clinicianId={clinicianId} onClose={leave} />}
    </section>
  )
}

/** What was chosen is opened once, and let go when it is left, or with the page. */
function useChosen() {
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<ChosenProblem>()
  useEffect(() => () => chosen && letGo(chosen), [chosen])
  return {
    chosen,
    problem,
    leave: () => setChosen(undefined),
    choose(file: File | undefined) {
      setProblem(undefined)
      if (!file) return
      void openChosen(file).then((opened) => (typeof opened === 'string' ? setProblem(opened) : setChosen(opened)))
    },
  }
}

import { t } from '@cuida/ui/words/words.ts'
import { PlaceDetail, PlaceEmpty } from '../../kit/place/Place.tsx'
import { QuestionDetail } from './QuestionDetail.tsx'

/** Beside the list: the question that the address names. */
export function QuestionsPlace({ chosen }: { chosen: string | undefined }) {
  if (!chosen) return <PlaceEmpty title={t('desk.questions.choose')}>{t('desk.questions.chooseText')}</PlaceEmpty>
  return (
    <PlaceDetail title={t('desk.questions.title')} back={{ to: '/questions', label: t('desk.questions.back') }}>
      <QuestionDetail key={chosen} id={chosen} />
    </PlaceDetail>
  )
}

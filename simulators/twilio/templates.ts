import { createHash } from 'node:crypto'

/** The approved templates of the demo partners' sender: as short as an SMS, with placeholders counted from one. */
const APPROVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  booked: {
    es: '{{1}}: tu consulta queda reservada para el {{2}}. {{3}}',
    'pt-BR': '{{1}}: sua consulta está marcada para {{2}}. {{3}}',
    en: '{{1}}: your consultation is booked for {{2}}. {{3}}',
  },
  moved: {
    es: '{{1}}: tu consulta pasa al {{2}}. {{3}}',
    'pt-BR': '{{1}}: sua consulta passou para {{2}}. {{3}}',
    en: '{{1}}: your consultation is now on {{2}}. {{3}}',
  },
  cancelled: {
    es: '{{1}}: se ha cancelado tu consulta del {{2}}. {{3}}',
    'pt-BR': '{{1}}: sua consulta de {{2}} foi cancelada. {{3}}',
    en: '{{1}}: your consultation on {{2}} has been cancelled. {{3}}',
  },
  'too-late': {
    es: '{{1}}: tu banco no confirmó el pago antes de tu consulta, así que no está reservada. No se cobra nada; si algo llegara, te lo devolvemos. Elige otra hora: {{2}}',
    'pt-BR':
      '{{1}}: seu banco não confirmou o pagamento antes da consulta e, por isso, ela não está marcada. Nada é cobrado; se algo chegar, devolvemos. Escolha outro horário: {{2}}',
    en: '{{1}}: your bank did not confirm the payment before your consultation, so it isn’t booked. Nothing is charged; anything that still arrives goes back. Choose another time: {{2}}',
  },
  reminder: {
    es: '{{1}}: tu consulta es el {{2}}. Confirma, cambia la hora o cancela: {{3}}',
    'pt-BR': '{{1}}: sua consulta é {{2}}. Confirme, mude o horário ou cancele: {{3}}',
    en: '{{1}}: your consultation is on {{2}}. Confirm, change the time or cancel: {{3}}',
  },
  called: {
    es: '{{1}}: te estamos llamando en la app. Entra: {{2}}',
    'pt-BR': '{{1}}: estamos chamando você no app. Entre: {{2}}',
    en: '{{1}}: we are calling you in the app now. Come in: {{2}}',
  },
  missed: {
    es: '{{1}}: te llamamos y no pudimos hablar. Volveremos a intentarlo: {{2}}',
    'pt-BR': '{{1}}: ligamos e não conseguimos falar com você. Vamos tentar de novo: {{2}}',
    en: "{{1}}: we called and couldn't reach you. We will try again: {{2}}",
  },
  reassigned: {
    es: '{{1}}: ahora te atiende otra persona del equipo y te llamará. Quién es: {{2}}',
    'pt-BR': '{{1}}: agora outra pessoa da equipe atende você e vai ligar. Quem é: {{2}}',
    en: '{{1}}: a colleague looks after you now and will call you. Who it is: {{2}}',
  },
  late: {
    es: '{{1}}: tu profesional se retrasa. No tienes que hacer nada; mira cómo sigue: {{2}}',
    'pt-BR': '{{1}}: seu profissional está atrasado. Você não precisa fazer nada; veja como segue: {{2}}',
    en: "{{1}}: your professional is running late. You don't have to do anything; see how it goes on: {{2}}",
  },
  'late-choice': {
    es: '{{1}}: aún no ha venido nadie a tu consulta. Tú eliges: esperar, otro profesional, otra hora o tu dinero: {{2}}',
    'pt-BR':
      '{{1}}: ninguém veio à sua consulta ainda. Você escolhe: esperar, outro profissional, outro horário ou seu dinheiro: {{2}}',
    en: '{{1}}: nobody has come to your consultation yet. You choose: wait, see a colleague, another time or your money back: {{2}}',
  },
  'after-hours': {
    es: '{{1}}: hemos cerrado y aún esperas. Elige en 15 minutos: el primer sitio cuando abramos o todo tu dinero: {{2}}',
    'pt-BR':
      '{{1}}: fechamos e você ainda espera. Escolha em 15 minutos: o primeiro lugar quando abrirmos ou todo o seu dinheiro: {{2}}',
    en: '{{1}}: we have closed and you still wait. Choose within 15 minutes: the first place when we open, or all your money back: {{2}}',
  },
  'times-offered': {
    es: '{{1}}: no podemos atenderte a tu hora ({{2}}). Elige otra hora, otro profesional o tu dinero, sin coste: {{3}}',
    'pt-BR':
      '{{1}}: não podemos atender você no seu horário ({{2}}). Escolha outro horário, outro profissional ou seu dinheiro, sem custo: {{3}}',
    en: '{{1}}: we cannot see you at your time ({{2}}). Choose another time, another clinician or your money back, at no cost: {{3}}',
  },
  requeued: {
    es: '{{1}}: vuelves a estar en la cola, en primer lugar. Te llamaremos: {{2}}',
    'pt-BR': '{{1}}: você está na fila de novo, em primeiro lugar. Vamos ligar: {{2}}',
    en: "{{1}}: you are in line again, in front. We'll call you: {{2}}",
  },
  turn: {
    es: '{{1}}: ya casi te toca. Vuelve a {{2}} o ten el teléfono a mano.',
    'pt-BR': '{{1}}: está quase na sua vez. Volte para {{2}} ou fique com o telefone por perto.',
    en: "{{1}}: it's almost your turn. Come back to {{2}} or keep your phone at hand.",
  },
  'plan-paused': {
    es: '{{1}}: tu plan está en pausa. {{2}}',
    'pt-BR': '{{1}}: seu plano está em pausa. {{2}}',
    en: '{{1}}: your plan is paused. {{2}}',
  },
  'plan-resumed': {
    es: '{{1}}: tu plan sigue adelante. Cuándo se renueva: {{2}}',
    'pt-BR': '{{1}}: seu plano continua. Quando ele renova: {{2}}',
    en: '{{1}}: your plan goes on. When it renews: {{2}}',
  },
  'plan-released': {
    es: '{{1}}: hemos revisado tu plan y vuelve a contar. Cómo está: {{2}}',
    'pt-BR': '{{1}}: revisamos seu plano e ele voltou a valer. Como está: {{2}}',
    en: "{{1}}: we've looked at your plan and it counts again. How it stands: {{2}}",
  },
  offer: {
    es: '{{1}}: se ha liberado una hora antes. Te la guardamos hasta las {{2}}: {{3}}',
    'pt-BR': '{{1}}: surgiu um horário mais cedo. Ele fica guardado para você até {{2}}: {{3}}',
    en: '{{1}}: an earlier time is free. We are keeping it for you until {{2}}: {{3}}',
  },
  'offer-asked': {
    es: '{{1}}: te guardamos la hora que pediste hasta las {{2}}. Resérvala aquí: {{3}}',
    'pt-BR': '{{1}}: guardamos o horário que você pediu até {{2}}. Reserve aqui: {{3}}',
    en: '{{1}}: the time you asked for is kept for you until {{2}}. Book it here: {{3}}',
  },
}

/** Content SIDs in the vendor's format, stable across restarts; the demo bundles refer to them (content/partners). */
export const sidOf = (name: string, locale: string): string =>
  `HX${createHash('sha256').update(`${name} ${locale}`).digest('hex').slice(0, 32)}`

const bySid = new Map(
  Object.entries(APPROVED).flatMap(([name, translations]) =>
    Object.entries(translations).map(([locale, text]) => [sidOf(name, locale), text] as const),
  ),
)

export const templateOf = (sid: string): string | undefined => bySid.get(sid)

/** The template with its placeholders filled; undefined when placeholders and values differ. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string | undefined {
  const placeholders = new Set(
    [...template.matchAll(/\{\{(\d+)\}\}/g)].map(([_whole, placeholder]) => String(placeholder)),
  )
  const isWhole =
    placeholders.size === Object.keys(values).length && [...placeholders].every((placeholder) => placeholder in values)
  return isWhole ? template.replaceAll(/\{\{(\d+)\}\}/g, (_, placeholder) => String(values[placeholder])) : undefined
}

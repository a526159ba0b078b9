interface Stretch {
  starts: string
  ends: string
}
interface OnDays extends Stretch {
  days: number[]
}
export interface WeeklyHours extends Stretch {
  weekday: number
}

/** One row a weekday and stretch, with what lies in a break taken out. Times are "HH:MM", so they compare as text. */
export function cutBreaks(hours: readonly OnDays[], breaks: readonly OnDays[]): WeeklyHours[] {
  return hours.flatMap(({ days, starts, ends }) =>
    days.flatMap((weekday) => {
      const pauses = breaks.filter((pause) => pause.days.includes(weekday))
      return pauses.reduce<Stretch[]>(without, [{ starts, ends }]).map((stretch) => ({ weekday, ...stretch }))
    }),
  )
}

function without(stretches: Stretch[], pause: Stretch): Stretch[] {
  return stretches.flatMap(({ starts, ends }) => {
    if (pause.ends <= starts || pause.starts >= ends) return [{ starts, ends }]
    const before = { starts, ends: pause.starts }
    const after = { starts: pause.ends, ends }
    return [before, after].filter((rest) => rest.starts < rest.ends)
  })
}

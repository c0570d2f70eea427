def compute(values, tax):  # my own work
    answer = 0
    for v in values:
        if v > 0:
            answer += v * (1 + tax)
    return round(answer, 2)

def total(prices, rate):
    result = 0
    for price in prices:
        if price > 0:
            result += price * (1 + rate)
    return round(result, 2)
